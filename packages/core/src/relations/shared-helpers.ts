import { RELATION_RULES } from '#languages/relation-rules.ts';
import type { CopyRelation } from './model.ts';
import type { RelatedGroup, RelationInput } from './relation-input.ts';

/** Listed code in three or more files that no other relation explains; code in the same files is one relation. */
export function sharedHelpers({ listed, files }: RelationInput, explained: ReadonlySet<string>): CopyRelation[] {
  const helpers = new Map<string, CopyRelation>();
  for (const group of listed) {
    if (explained.has(group.id) || group.outside > 0) continue;
    const its = [...new Set(group.occurrences.map(({ file }) => file))].sort((a, b) => a - b);
    if (its.length < RELATION_RULES.shared_helper.least_files) continue;
    const key = its.join();
    const known = helpers.get(key);
    const lines = savedLines(group);
    if (known === undefined) {
      const sides = its.map((file) => files[file]?.path ?? '');
      helpers.set(key, { kind: 'shared-helper', sides, pairs: [], lines, groups: [group.id], elsewhere: 0 });
    } else {
      known.lines += lines;
      known.groups.push(group.id);
    }
  }
  return [...helpers.values()];
}

/** Lines of all occurrences but the largest one. */
function savedLines({ occurrences }: RelatedGroup): number {
  const lines = occurrences.map(({ start, end }) => end - start + 1);
  return lines.reduce((sum, its) => sum + its, 0) - Math.max(0, ...lines);
}
