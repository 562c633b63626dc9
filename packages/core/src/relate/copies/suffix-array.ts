/** Local indexes that fit beside a rank in a float's 53 bits. */
const INDEXES = 2 ** 26;

/** The suffixes of a text that do not start at a separator, in order, with their common prefixes. */
export interface SuffixArray {
  /** Positions in the text. */
  suffixes: Uint32Array;
  /** By suffix: length of the prefix that it shares with the one before it; 0 for the first. */
  common: Uint32Array;
}

/**
 * Sorts suffixes by prefix doubling, refining only groups that are not sorted yet (Larsson and Sadakane 2007), and
 * computes common prefixes (Kasai et al. 2001).
 *
 * @param symbols the last one is a separator; separators are different and larger than all others
 * @param separators the smallest separator
 */
export function suffixArray(symbols: Uint32Array, separators: number): SuffixArray {
  const rank = new Uint32Array(symbols.length);
  const suffixes = sortBySymbol(symbols, separators, rank);
  const length = suffixes.length;
  let unsorted = unsortedGroups(suffixes, rank, [[0, length]]);
  for (let step = 1; unsorted.length > 0; step *= 2) {
    for (const [from, to] of unsorted) sortGroup(suffixes, rank, from, to, step);
    unsorted = unsortedGroups(suffixes, rank, unsorted);
  }
  return { suffixes, common: commonPrefixes(symbols, separators, suffixes, rank) };
}

/** Fills `rank` with the index of the first suffix of the same group; separators have ranks after all groups. */
function sortBySymbol(symbols: Uint32Array, separators: number, rank: Uint32Array): Uint32Array {
  const firsts = new Uint32Array(separators + 1);
  for (const symbol of symbols) if (symbol < separators) firsts[symbol + 1] = (firsts[symbol + 1] ?? 0) + 1;
  for (let symbol = 1; symbol <= separators; symbol++)
    firsts[symbol] = (firsts[symbol] ?? 0) + (firsts[symbol - 1] ?? 0);
  const length = firsts[separators] ?? 0;
  const next = firsts.slice();
  const suffixes = new Uint32Array(length);
  for (let at = 0; at < symbols.length; at++) {
    const symbol = symbols[at] ?? 0;
    if (symbol >= separators) {
      rank[at] = length + symbol - separators;
      continue;
    }
    rank[at] = firsts[symbol] ?? 0;
    suffixes[next[symbol] ?? 0] = at;
    next[symbol] = (next[symbol] ?? 0) + 1;
  }
  return suffixes;
}

/** Runs of equal rank longer than one, inside ranges. */
function unsortedGroups(
  suffixes: Uint32Array,
  rank: Uint32Array,
  ranges: readonly (readonly [number, number])[],
): [from: number, to: number][] {
  const groups: [number, number][] = [];
  for (const [start, end] of ranges) {
    for (let from = start; from < end; ) {
      const its = rank[suffixes[from] ?? 0];
      let to = from + 1;
      while (to < end && rank[suffixes[to] ?? 0] === its) to++;
      if (to - from > 1) groups.push([from, to]);
      from = to;
    }
  }
  return groups;
}

/** Sorts a group of suffixes that agree in their first `step` symbols by the `step` symbols after them. */
function sortGroup(suffixes: Uint32Array, rank: Uint32Array, from: number, to: number, step: number): void {
  const keys = new Float64Array(to - from);
  for (let at = from; at < to; at++) keys[at - from] = (rank[(suffixes[at] ?? 0) + step] ?? 0) * INDEXES + at - from;
  keys.sort();
  const old = suffixes.slice(from, to);
  const key = (index: number) => Math.floor((keys[index] ?? 0) / INDEXES);
  for (let index = 0; index < keys.length; index++) suffixes[from + index] = old[(keys[index] ?? 0) % INDEXES] ?? 0;
  let first = 0;
  for (let index = 0; index < keys.length; index++) {
    if (key(index) !== key(first)) first = index;
    rank[suffixes[from + index] ?? 0] = from + first;
  }
}

function commonPrefixes(
  symbols: Uint32Array,
  separators: number,
  suffixes: Uint32Array,
  rank: Uint32Array,
): Uint32Array {
  const common = new Uint32Array(suffixes.length);
  let length = 0;
  for (let at = 0; at < symbols.length; at++) {
    const index = rank[at] ?? 0;
    if ((symbols[at] ?? 0) >= separators || index === 0) {
      length = 0;
      continue;
    }
    const other = suffixes[index - 1] ?? 0;
    while (symbols[at + length] === symbols[other + length]) length++;
    common[index] = length;
    if (length > 0) length--;
  }
  return common;
}
