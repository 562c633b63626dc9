import { compareBytes } from '@analyzer/contracts/order';
import { GATE_RULES } from '#languages/policy.ts';
import type { Scan } from '#scan/model.ts';

/**
 * Files that were renamed: of a missing and an added one, at least half of the names and bodies of declarations are the same.
 *
 * @returns the path before, by the path now
 */
export function renamedFiles(before: Pick<Scan, 'entries'>, now: Pick<Scan, 'entries'>): Map<string, string> {
  const [old, current] = [declarationsOf(before), declarationsOf(now)];
  const missing = [...old].filter(([path]) => !current.has(path));
  const added = [...current].filter(([path]) => !old.has(path));
  const having = new Map<string, string[]>();
  for (const [path, keys] of missing) {
    for (const key of keys) having.set(key, [...(having.get(key) ?? []), path]);
  }
  const pairs = added.flatMap(([path, keys]) => {
    const common = new Map<string, number>();
    for (const key of keys) for (const from of having.get(key) ?? []) common.set(from, (common.get(from) ?? 0) + 1);
    return [...common].map(([from, count]) => {
      return { path, from, similarity: (2000 * count) / (keys.size + (old.get(from)?.size ?? 0)) };
    });
  });
  const similar = pairs.filter(({ similarity }) => similarity >= GATE_RULES.edited.similar);
  similar.sort((a, b) => b.similarity - a.similarity || compareBytes(a.path, b.path) || compareBytes(a.from, b.from));
  const renamed = new Map<string, string>();
  const taken = new Set<string>();
  for (const { path, from } of similar) {
    if (renamed.has(path) || taken.has(from)) continue;
    renamed.set(path, from);
    taken.add(from);
  }
  return renamed;
}

/** By path: the names and the bodies of its declarations. */
function declarationsOf({ entries }: Pick<Scan, 'entries'>): Map<string, Set<string>> {
  return new Map(
    entries.flatMap((entry) => {
      if (entry.kind !== 'file') return [];
      const keys = (entry.facts?.declarations ?? []).flatMap(({ qualified_name, function_body, tree_hash }) => {
        return [`name ${qualified_name}`, `body ${function_body ?? tree_hash}`];
      });
      return [[entry.path, new Set(keys)] as const];
    }),
  );
}
