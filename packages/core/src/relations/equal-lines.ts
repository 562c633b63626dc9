/**
 * The length of the longest common subsequence of two sequences of numbers, by the bit-parallel algorithm of Hyyrö (Bit-Parallel
 * LCS-length Computation Revisited, 2004): a step for each item of the right sequence and 32 items of the left one.
 */
export function commonItems(left: Uint32Array, right: Uint32Array): number {
  const { equal, one, other } = withoutEqualEnds(left, right);
  if (one.length === 0 || other.length === 0) return equal;
  if (one.length * other.length < FEW_PAIRS) return equal + commonBetween(one, other);
  // Items that only one sequence has are in no common subsequence: most of two files that have little in common.
  const shared = itemsIn(one, new Set(other));
  return equal + commonBetween(shared, itemsIn(other, new Set(shared)));
}

/** Of so few pairs of items, each is compared in less time than it takes to find items that only one sequence has. */
const FEW_PAIRS = 1_000_000;

function itemsIn(items: Uint32Array, wanted: ReadonlySet<number>): Uint32Array {
  return items.filter((item) => wanted.has(item));
}

/** The start and the end that two sequences have in common are part of a longest common subsequence. */
function withoutEqualEnds(left: Uint32Array, right: Uint32Array) {
  const least = Math.min(left.length, right.length);
  let [start, end] = [0, 0];
  while (start < least && left[start] === right[start]) start++;
  while (start + end < least && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;
  const middle = (items: Uint32Array) => items.subarray(start, items.length - end);
  return { equal: start + end, one: middle(left), other: middle(right) };
}

function commonBetween(left: Uint32Array, right: Uint32Array): number {
  const positions = new ItemPositions(left);
  const words = Math.ceil(left.length / 32);
  // A zero bit is an item of the left sequence at which the common subsequence gets longer.
  const bits = new Uint32Array(words).fill(0xffffffff);
  const matches = new Uint32Array(words);
  for (const item of right) {
    const end = positions.endOf(item);
    if (end > 0) addItem(bits, matches, positions, end);
  }
  return left.length - onesIn(bits, left.length);
}

/**
 * For multiplicative hashing (Knuth, The Art of Computer Programming 3, 6.4). Partly random, so that no project can choose lines
 * that collide; it is odd, and no result depends on it.
 */
const MULTIPLIER = 0x9e3779b1 ^ (Math.floor(Math.random() * 2 ** 22) << 1);

/** Positions of items in a sequence, in a hash table with linear probing: a list for each item takes longer than a comparison. */
export class ItemPositions {
  readonly #items: Uint32Array;
  /** One more than the last position of an item; 0 for a free slot. At least half of them are free. */
  readonly #slots: Int32Array;
  readonly #shift: number;
  /** By position: one more than the position before of the same item; 0 for the first one. */
  readonly #before: Int32Array;

  constructor(items: Uint32Array) {
    this.#items = items;
    this.#shift = Math.clz32(items.length) - 1;
    this.#slots = new Int32Array(2 ** (32 - this.#shift));
    this.#before = new Int32Array(items.length);
    for (let at = 0; at < items.length; at++) {
      const slot = this.#slotOf(items[at] ?? 0);
      this.#before[at] = this.#slots[slot] ?? 0;
      this.#slots[slot] = at + 1;
    }
  }

  /** @returns one more than the last position of the item; 0 for none */
  endOf(item: number): number {
    return this.#slots[this.#slotOf(item)] ?? 0;
  }

  /** @returns one more than the position of the same item before `end - 1`; 0 for none */
  before(end: number): number {
    return this.#before[end - 1] ?? 0;
  }

  #slotOf(item: number): number {
    let slot = Math.imul(item, MULTIPLIER) >>> this.#shift;
    for (let end = this.#slots[slot] ?? 0; end > 0 && this.#items[end - 1] !== item; end = this.#slots[slot] ?? 0) {
      slot = (slot + 1) % this.#slots.length;
    }
    return slot;
  }
}

/**
 * The step for an item of the right sequence.
 *
 * @param matches as many zeros as there are bits, also afterwards
 * @param positions of items in the left sequence
 * @param end of `positions.endOf` for the item, which is in the left sequence
 */
export function addItem(bits: Uint32Array, matches: Uint32Array, positions: ItemPositions, end: number): void {
  let first = end;
  for (let its = end; its > 0; its = positions.before(its)) {
    first = its;
    matches[(its - 1) >>> 5] = (matches[(its - 1) >>> 5] ?? 0) | (1 << ((its - 1) & 31));
  }
  let carry = 0;
  for (let word = (first - 1) >>> 5; word < bits.length; word++) {
    const before = bits[word] ?? 0;
    const matching = matches[word] ?? 0;
    const sum = before + ((before & matching) >>> 0) + carry;
    carry = sum > 0xffffffff ? 1 : 0;
    bits[word] = sum | (before & ~matching);
    matches[word] = 0;
  }
}

/** Set bits among the first ones. */
function onesIn(bits: Uint32Array, count: number): number {
  let ones = 0;
  for (let at = 0; at < count; at++) ones += ((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1;
  return ones;
}
