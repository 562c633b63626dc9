import type { Turns } from '#relate/turns.ts';
import { type Comparable, gramKey } from './comparable.ts';
import { KnownPairs } from './known-pairs.ts';
import { SimilarSearch } from './similar-search.ts';

/** A crowd: so many declarations of some files that are similar to one of them. */
const MIN_CROWD = 8;

/**
 * The declarations that lead families, by the key of their 5-grams. Of declarations with the same 5-grams only the first one
 * leads. One that is similar to an earlier leader with a crowd does not lead either, so that the pairs grow linearly with the
 * declarations: it is shown as a copy of that leader.
 *
 * @param known pairs of earlier searches
 */
export function* leadersOf(
  declarations: readonly Comparable[],
  known = new KnownPairs(),
  minCrowd = MIN_CROWD,
): Turns<Map<string, Comparable>> {
  const leaders = new Map<string, Comparable>();
  for (const declaration of declarations) {
    const key = gramKey(declaration);
    yield;
    if (!leaders.has(key)) leaders.set(key, declaration);
  }
  return leaders.size <= minCrowd ? leaders : yield* withoutCrowds(leaders, known, minCrowd);
}

function* withoutCrowds(
  declarations: ReadonlyMap<string, Comparable>,
  known: KnownPairs,
  minCrowd: number,
): Turns<Map<string, Comparable>> {
  const leaders = new Map<string, Comparable>();
  const search = new SimilarSearch([...declarations.values()]);
  const followers = new Map<Comparable, number>();
  for (const [key, declaration] of declarations) {
    yield;
    const similar = Array.from(search.pairsWith([declaration], known), ({ leader }) => leader);
    if (similar.some((leader) => (followers.get(leader) ?? 0) >= minCrowd)) continue;
    for (const leader of similar) followers.set(leader, (followers.get(leader) ?? 0) + 1);
    leaders.set(key, declaration);
    search.add(declaration);
  }
  return leaders;
}
