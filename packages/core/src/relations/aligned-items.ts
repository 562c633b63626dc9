import { addItem, ItemPositions } from './equal-lines.ts';

/** Positions of an item in the left and in the right sequence. */
export type AlignedItem = readonly [left: number, right: number];

/**
 * A longest common subsequence of two sequences of numbers, in order: from the end, equal items are aligned, and otherwise the
 * last left item is dropped if nothing gets shorter. Memory: a bit for each pair of items.
 */
export function alignedItems(left: Uint32Array, right: Uint32Array): AlignedItem[] {
  const rows = rowsOf(left, right);
  const aligned: AlignedItem[] = [];
  let [at, other] = [left.length, right.length];
  while (at > 0 && other > 0) {
    if (left[at - 1] === right[other - 1]) {
      at--;
      other--;
      aligned.push([at, other]);
    } else if (isOne(rows[other], at - 1)) at--;
    else other--;
  }
  return aligned.reverse();
}

/** The bits after each prefix of the right sequence, from the empty one on. A zero makes the common subsequence longer. */
function rowsOf(left: Uint32Array, right: Uint32Array): Uint32Array[] {
  const positions = new ItemPositions(left);
  const matches = new Uint32Array(Math.ceil(left.length / 32));
  const rows = [new Uint32Array(matches.length).fill(0xffffffff)];
  for (const item of right) {
    const end = positions.endOf(item);
    const bits = rows.at(-1) ?? matches;
    if (end === 0) rows.push(bits);
    else {
      const next = bits.slice();
      addItem(next, matches, positions, end);
      rows.push(next);
    }
  }
  return rows;
}

function isOne(bits: Uint32Array | undefined, at: number): boolean {
  return (((bits?.[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;
}
