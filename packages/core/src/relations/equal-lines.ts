/**
 * The length of the longest common subsequence of two sequences of numbers, by the bit-parallel algorithm of Hyyrö (Bit-Parallel
 * LCS-length Computation Revisited, 2004): a step for each item of the right sequence and 32 items of the left one.
 */
export function commonItems(left: Uint32Array, right: Uint32Array): number {
  const positions = positionsOf(left);
  const words = Math.ceil(left.length / 32);
  // A zero bit is an item of the left sequence at which the common subsequence gets longer.
  const bits = new Uint32Array(words).fill(0xffffffff);
  const matches = new Uint32Array(words);
  for (const item of right) {
    const its = positions.get(item);
    if (its !== undefined) addItem(bits, matches, its);
  }
  return left.length - onesIn(bits, left.length);
}

/**
 * The step for an item of the right sequence.
 *
 * @param matches as many zeros as there are bits, also afterwards
 * @param its positions of the item in the left sequence
 */
export function addItem(bits: Uint32Array, matches: Uint32Array, its: readonly number[]): void {
  for (const at of its) matches[at >>> 5] = (matches[at >>> 5] ?? 0) | (1 << (at & 31));
  let carry = 0;
  for (let word = (its[0] ?? 0) >>> 5; word < bits.length; word++) {
    const [before, matching] = [bits[word] ?? 0, matches[word] ?? 0];
    const sum = before + ((before & matching) >>> 0) + carry;
    carry = sum > 0xffffffff ? 1 : 0;
    bits[word] = sum | (before & ~matching);
  }
  for (const at of its) matches[at >>> 5] = 0;
}

export function positionsOf(items: Uint32Array): Map<number, number[]> {
  const positions = new Map<number, number[]>();
  for (const [at, item] of items.entries()) {
    const its = positions.get(item);
    if (its === undefined) positions.set(item, [at]);
    else its.push(at);
  }
  return positions;
}

/** Set bits among the first ones. */
function onesIn(bits: Uint32Array, count: number): number {
  let ones = 0;
  for (let at = 0; at < count; at++) ones += ((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1;
  return ones;
}
