import { compareBytes } from '@analyzer/contracts/order';
import { moreAlikeFirst } from '#relate/similarity/bounds.ts';
import type { SimilarPair } from '#relate/similarity/similar-files.ts';

/**
 * Chooses similar pairs so that each file is in at most one pair, by descending similarity, then by the removed path,
 * then by the added path.
 */
export function choosePairs(pairs: readonly SimilarPair[]): SimilarPair[] {
  const removed = new Set<string>();
  const added = new Set<string>();
  return pairs
    .toSorted((a, b) => moreAlikeFirst(a, b) || compareBytes(a.removed, b.removed) || compareBytes(a.added, b.added))
    .filter((pair) => {
      if (removed.has(pair.removed) || added.has(pair.added)) return false;
      removed.add(pair.removed);
      added.add(pair.added);
      return true;
    });
}
