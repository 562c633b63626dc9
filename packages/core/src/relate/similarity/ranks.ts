import { NgramTable } from './ngram-table.ts';

/**
 * A set of n-grams as ranks in a global order: rarest first, then by value. N-grams that occur in only one set come
 * first and cannot match, so only their number is stored.
 */
export interface RankedSet {
  size: number;
  alone: number;
  /** Ranks of the other n-grams, ascending. */
  ranks: Uint32Array;
}

/** Values per slice: their table fits the CPU cache, which also bounds the additional memory. */
const SLICE = 1 << 18;

/**
 * Ranks the n-grams of all sets. Processes the values slice by slice, which is possible because each set is ascending.
 *
 * @param sets each ascending, without repetition
 * @returns ranks aligned with `sets`, and the number of ranks
 */
export function rank(sets: readonly BigUint64Array[]): { ranked: RankedSet[]; ranks: number } {
  const total = sets.reduce((sum, { length }) => sum + length, 0);
  const slices = 2 ** Math.max(0, Math.ceil(Math.log2(total / SLICE)));
  const starts = new Uint32Array(sets.length);
  /** By set: the numbers of its shared values, in value order. */
  const numbers = sets.map(({ length }) => new Uint32Array(length));
  const foundCounts = new Uint32Array(sets.length);
  const counts: Uint32Array[] = [];
  let shared = 0;
  for (let slice = 1; slice <= slices; slice++) {
    const end = slice === slices ? undefined : (BigInt(slice) << 64n) / BigInt(slices);
    const pieces = sets.map((set, i) =>
      set.subarray(starts[i], end === undefined ? undefined : firstAtLeast(set, end)),
    );
    const table = new NgramTable(pieces);
    for (const [i, piece] of pieces.entries()) {
      const into = numbers[i];
      if (into !== undefined) foundCounts[i] = table.number(piece, shared, into, foundCounts[i] ?? 0);
      starts[i] = (starts[i] ?? 0) + piece.length;
    }
    counts.push(table.counts);
    shared += table.counts.length;
  }
  const rankOf = ranksByCount(counts, shared);
  const ranked = sets.map(({ length: size }, i): RankedSet => {
    const found = foundCounts[i] ?? 0;
    const ranks = numbers[i]?.slice(0, found).map((number) => rankOf[number] ?? 0) ?? new Uint32Array(0);
    return { size, alone: size - found, ranks: ranks.sort() };
  });
  return { ranked, ranks: shared };
}

/** The index of the first value that is not smaller. */
function firstAtLeast(values: BigUint64Array, value: bigint): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0n) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rank of each number when ordered by frequency, then by number. */
function ranksByCount(parts: readonly Uint32Array[], shared: number): Uint32Array {
  let largest = 0;
  for (const part of parts) for (const count of part) largest = Math.max(largest, count);
  const next = new Uint32Array(largest + 2);
  for (const part of parts) for (const count of part) next[count + 1] = (next[count + 1] ?? 0) + 1;
  for (let count = 1; count < next.length; count++) next[count] = (next[count] ?? 0) + (next[count - 1] ?? 0);
  const rankOf = new Uint32Array(shared);
  let number = 0;
  for (const part of parts) {
    for (const count of part) {
      rankOf[number++] = next[count] ?? 0;
      next[count] = (next[count] ?? 0) + 1;
    }
  }
  return rankOf;
}
