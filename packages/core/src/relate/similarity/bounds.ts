/** Similarities are compared in millionths and in whole numbers, so that two engines never round apart. */
export const ONE = 1_000_000;

/** The share of what two sets have in common: Jaccard's coefficient. */
export interface Resemblance {
  intersection: number;
  union: number;
}

/** The least number of common grams with which sets of these sizes can reach the threshold. */
export function leastCommon(sizeA: number, sizeB: number, threshold: number): number {
  return Math.ceil((threshold * (sizeA + sizeB)) / (ONE + threshold));
}

export function reaches({ intersection, union }: Resemblance, threshold: number): boolean {
  return intersection * ONE >= threshold * union;
}

/** Sets whose sizes differ more than this can't be similar: even if one held the other whole. */
export function sizesAllow(sizeA: number, sizeB: number, threshold: number): boolean {
  return Math.min(sizeA, sizeB) * ONE >= threshold * Math.max(sizeA, sizeB);
}

/** So many of a set's first grams are enough to meet one of any set that is similar, in whatever order all agree on. */
export function prefixLength(size: number, threshold: number): number {
  return size - Math.ceil((threshold * size) / ONE) + 1;
}

/** Of two resemblances the greater one first, exactly. */
export function moreAlikeFirst(a: Resemblance, b: Resemblance): number {
  const [left, right] = [BigInt(a.intersection) * BigInt(b.union), BigInt(b.intersection) * BigInt(a.union)];
  if (left === right) return 0;
  return left > right ? -1 : 1;
}
