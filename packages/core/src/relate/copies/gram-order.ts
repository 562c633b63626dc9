/**
 * The order of hashes for postings: by their upper 16 bits. It is fixed, so that it does not depend on other code of an
 * index; a coarser order than that of all bits only adds candidates.
 */
export const VALUES = 1 << 16;

/** @param high upper half of a hash */
export function gramValue(high: number): number {
  return high >>> 16;
}

const BYTES = 256;
/** By byte, for one set after another. */
const counts = new Uint32Array(BYTES);

/**
 * The greatest of the values of a set that are posted, all up to it. Two sets with a Jaccard coefficient of at least 1/2
 * have a common element among these (prefix filter; Chaudhuri et al. 2006): more than half of a set, and all of the last
 * value. Found in linear time, by counting the upper and then the lower bytes.
 *
 * @param values of the elements of a set, in any order; elements can share a value
 * @returns -1 for an empty set
 */
export function lastPosted(values: Uint16Array): number {
  if (values.length === 0) return -1;
  let rest = (values.length >>> 1) + 1;
  counts.fill(0);
  for (let at = 0; at < values.length; at++) count((values[at] ?? 0) >>> 8);
  let upper = 0;
  for (; rest > (counts[upper] ?? 0); upper++) rest -= counts[upper] ?? 0;
  counts.fill(0);
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    if (value >>> 8 === upper) count(value & (BYTES - 1));
  }
  let lower = 0;
  for (; rest > (counts[lower] ?? 0); lower++) rest -= counts[lower] ?? 0;
  return upper * BYTES + lower;
}

function count(byte: number): void {
  counts[byte] = (counts[byte] ?? 0) + 1;
}

/**
 * Whether a set may be similar to a posted one: have a Jaccard coefficient of at least 1/2, given their common elements
 * among the posted ones.
 *
 * @param posted number of elements of the posted set
 * @param other number of elements of the other set
 * @param common at least the number of common elements up to the last posted value
 * @param later number of elements of the other set above that value
 */
export function mayBeSimilar(posted: number, other: number, common: number, later: number): boolean {
  if (2 * Math.min(posted, other) < Math.max(posted, other)) return false;
  const notPosted = posted - Math.min(posted, (posted >>> 1) + 1);
  return 3 * (common + Math.min(notPosted, later)) >= posted + other;
}
