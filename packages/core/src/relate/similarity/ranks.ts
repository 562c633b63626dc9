import { GramTable } from './gram-table.ts';

/**
 * A set of grams by their places in one order over all sets: the rarest first, of equally rare ones the least value.
 * Grams that stand in one set alone come first and can meet nothing, so only their number is kept.
 */
export interface RankedSet {
  size: number;
  alone: number;
  /** Of the other grams, ascending. */
  ranks: Uint32Array;
}

/** Values looked at in one go: their table stays in the processor's cache, and memory beside the sets is bounded. */
const SLICE = 1 << 18;

/**
 * Puts the grams of all sets in order and numbers those that several sets hold. Works off the values slice by slice, as
 * each set is ascending and so holds those of a slice in one piece.
 *
 * @param sets each ascending, without repetition
 * @returns aligned with `sets`, and how many ranks there are
 */
export function rank(sets: readonly BigUint64Array[]): { ranked: RankedSet[]; ranks: number } {
  const total = sets.reduce((sum, { length }) => sum + length, 0);
  const slices = 2 ** Math.max(0, Math.ceil(Math.log2(total / SLICE)));
  const begins = new Uint32Array(sets.length);
  /** By set: the numbers of its shared values, in the order of the values. */
  const numbers = sets.map(({ length }) => new Uint32Array(length));
  const founds = new Uint32Array(sets.length);
  const counts: Uint32Array[] = [];
  let shared = 0;
  for (let slice = 1; slice <= slices; slice++) {
    const end = slice === slices ? undefined : (BigInt(slice) << 64n) / BigInt(slices);
    const pieces = sets.map((set, i) => set.subarray(begins[i], end === undefined ? undefined : behind(set, end)));
    const table = new GramTable(pieces);
    for (const [i, piece] of pieces.entries()) {
      const into = numbers[i];
      if (into !== undefined) founds[i] = table.number(piece, shared, into, founds[i] ?? 0);
      begins[i] = (begins[i] ?? 0) + piece.length;
    }
    counts.push(table.counts);
    shared += table.counts.length;
  }
  const places = placesByCount(counts, shared);
  const ranked = sets.map(({ length: size }, i): RankedSet => {
    const found = founds[i] ?? 0;
    const ranks = numbers[i]?.slice(0, found).map((number) => places[number] ?? 0) ?? new Uint32Array(0);
    return { size, alone: size - found, ranks: ranks.sort() };
  });
  return { ranked, ranks: shared };
}

/** The first place whose value is not below. */
function behind(values: BigUint64Array, value: bigint): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0n) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where each number comes when they are ordered by how often they occur, in their own order where that is the same. */
function placesByCount(parts: readonly Uint32Array[], shared: number): Uint32Array {
  let largest = 0;
  for (const part of parts) for (const count of part) largest = Math.max(largest, count);
  const next = new Uint32Array(largest + 2);
  for (const part of parts) for (const count of part) next[count + 1] = (next[count + 1] ?? 0) + 1;
  for (let count = 1; count < next.length; count++) next[count] = (next[count] ?? 0) + (next[count - 1] ?? 0);
  const places = new Uint32Array(shared);
  let number = 0;
  for (const part of parts) {
    for (const count of part) {
      places[number++] = next[count] ?? 0;
      next[count] = (next[count] ?? 0) + 1;
    }
  }
  return places;
}
