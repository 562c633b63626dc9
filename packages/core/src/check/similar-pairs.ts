import { GATE_RULES } from '#languages/policy.ts';
import type { HashTable } from '#relate/copies/hash-table.ts';
import { similarityOf } from '#relate/copies/range-grams.ts';

interface Measured<It> {
  it: It;
  grams: HashTable | undefined;
}

/**
 * Pairs of declarations that are similar enough to be versions of one, the most similar ones first, each in one pair; none if
 * there are too many to compare.
 */
export function mostSimilarPairs<It>(
  added: readonly Measured<It>[],
  missing: readonly Measured<It>[],
): [added: It, missing: It][] {
  if (missing.length * added.length > GATE_RULES.renamed.max_pairs) return [];
  const pairs = added.flatMap((now) => {
    return missing.flatMap((old) => {
      if (now.grams === undefined || old.grams === undefined) return [];
      const similarity = similarityOf(old.grams, now.grams);
      return similarity < GATE_RULES.edited.similar ? [] : [{ now, old, similarity }];
    });
  });
  const taken = new Set<Measured<It>>();
  const found: [It, It][] = [];
  for (const { now, old } of pairs.sort((a, b) => b.similarity - a.similarity)) {
    if (taken.has(now) || taken.has(old)) continue;
    taken.add(now).add(old);
    found.push([now.it, old.it]);
  }
  return found;
}
