/** Ids between successive new ones: others can come between them. */
const BETWEEN = 8;

/**
 * Ascending ids for a list of which some had an id before: as many as possible keep it (a longest increasing subsequence;
 * Schensted 1961), as long as there are ids for the others between them.
 *
 * @param earlier ids in the order of the list; undefined for new ones
 */
export function orderedIds(earlier: readonly (number | undefined)[]): number[] {
  const kept = longestIncreasing(earlier);
  const ids: number[] = [];
  const nextKept = (from: number) => {
    let at = from;
    while (at < earlier.length && kept[at] !== 1) at++;
    return at;
  };
  const add = (id: number) => ids.push(id);
  while (ids.length < earlier.length) {
    const start = ids.length;
    const last = ids.at(-1) ?? 0;
    let end = nextKept(start);
    // An id after which there is no room for the others is not kept.
    while (end < earlier.length && (earlier[end] ?? 0) - last <= end - start) end = nextKept(end + 1);
    const next = earlier[end];
    const step = next === undefined ? BETWEEN : Math.floor((next - last) / (end - start + 1));
    for (let nth = 1; nth <= end - start; nth++) add(last + step * nth);
    if (next !== undefined) add(next);
  }
  return ids;
}

/** @returns 1 for the items of a longest increasing subsequence */
function longestIncreasing(values: readonly (number | undefined)[]): Uint8Array {
  /** By length of a subsequence, where the one with the least last value ends. */
  const ends: number[] = [];
  const before = new Int32Array(values.length).fill(-1);
  for (const [at, value] of values.entries()) {
    if (value === undefined) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = at;
  }
  const found = new Uint8Array(values.length);
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) found[at] = 1;
  return found;
}
