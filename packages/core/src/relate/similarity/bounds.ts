/** Similarities are integers in millionths, so that both engines round equally. */
export const ONE = 1_000_000;

/** The Jaccard coefficient of two sets. */
export interface Resemblance {
  intersection: number;
  union: number;
}

/** The minimum number of common n-grams with which sets of these sizes reach the threshold. */
export function leastCommon(sizeA: number, sizeB: number, threshold: number): number {
  return Math.ceil((threshold * (sizeA + sizeB)) / (ONE + threshold));
}

export function reaches({ intersection, union }: Resemblance, threshold: number): boolean {
  return intersection * ONE >= threshold * union;
}

/** Sets whose sizes differ more cannot be similar, even if one is a subset of the other (length filter). */
export function sizesAllow(sizeA: number, sizeB: number, threshold: number): boolean {
  return Math.min(sizeA, sizeB) * ONE >= threshold * Math.max(sizeA, sizeB);
}

/** Prefix length: in any common order, the prefix of a set shares an n-gram with the prefix of every similar set. */
export function prefixLength(size: number, threshold: number): number {
  return size - Math.ceil((threshold * size) / ONE) + 1;
}

/** Orders pairs by descending similarity, without rounding. */
export function moreAlikeFirst(a: Resemblance, b: Resemblance): number {
  const [left, right] = [BigInt(a.intersection) * BigInt(b.union), BigInt(b.intersection) * BigInt(a.union)];
  if (left === right) return 0;
  return left > right ? -1 : 1;
}
