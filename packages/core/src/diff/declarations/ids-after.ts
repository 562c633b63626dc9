import type { Scan } from '#scan/model.ts';
import { isEqual, type ScopeMatch } from './match-scopes.ts';

/**
 * Maps declaration ids before to ids after. Declarations of unchanged files keep their position; declarations nested in
 * equal declarations match one by one.
 *
 * @param pathAfter maps a file to its path after
 * @param matched declarations of the files that were changed
 */
export function idsAfter(
  before: Scan,
  after: Scan,
  pathAfter: (path: string) => string | undefined,
  { matched }: ScopeMatch,
  isChanged: (path: string) => boolean,
): Map<string, string> {
  const ids = new Map<string, string>();
  for (const [path, { ids: olds }] of before.relations) {
    const now = pathAfter(path);
    const news = now === undefined || isChanged(path) ? undefined : after.relations.get(now)?.ids;
    for (const [i, id] of olds.entries()) if (news !== undefined) ids.set(id, news[i] ?? id);
  }
  for (const { before: old, after: now } of matched) ids.set(old.id, now.id);
  const open = matched.filter(isEqual);
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const { before: old, after: now } = pair;
    for (const [i, child] of old.children.entries()) {
      const twin = now.children[i];
      if (twin === undefined || ids.has(child.id)) continue;
      ids.set(child.id, twin.id);
      open.push({ before: child, after: twin });
    }
  }
  return ids;
}
