/**
 * The order of hashes for postings: by their upper 16 bits. It is fixed, so that it does not depend on other code of an
 * index; a coarser order than that of all bits only adds candidates.
 */
export const VALUES = 1 << 16;

/** @param high upper half of a hash */
export function gramValue(high: number): number {
  return high >>> 16;
}

/**
 * How many of the values of a set are posted. Two sets with a Jaccard coefficient of at least 1/2 have a common element
 * among these (prefix filter; Chaudhuri et al. 2006): more than half of a set, and all of the last value.
 *
 * @param values of the elements of a set, ascending; elements can share a value
 */
export function postedCount(values: Uint16Array): number {
  let count = Math.min(values.length, (values.length >>> 1) + 1);
  while (count < values.length && values[count] === values[count - 1]) count++;
  return count;
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
