import type { BlockRange, Group } from '#scan/model.ts';
import type { GroupChange } from '../model.ts';
import { changed } from './group-change.ts';

/**
 * Compares groups of blocks and of callbacks. A group is identified by its content; an edited block leaves it. Blocks that moved within a
 * file, or to another one, are not a change.
 *
 * @param pathAfter maps a file to its path after; undefined when it was removed
 */
export function compareBlockGroups(
  before: readonly Group[],
  after: readonly Group[],
  pathAfter: (path: string) => string | undefined,
): GroupChange[] {
  const now = new Map(after.map((group) => [group.id, group]));
  const known = new Set<string>();
  const changes: GroupChange[] = [];
  for (const old of before) {
    if (old.blocks === undefined) continue;
    known.add(old.id);
    const group = now.get(old.id);
    const change = compared(old, group, pathAfter);
    if (change !== undefined) changes.push(change);
  }
  for (const group of after) {
    if (group.blocks === undefined || known.has(group.id)) continue;
    changes.push(changed('appeared', undefined, group, { added_blocks: group.blocks, removed_blocks: [] }));
  }
  return changes;
}

function compared(
  old: Group,
  now: Group | undefined,
  pathAfter: (path: string) => string | undefined,
): GroupChange | undefined {
  const [before, after] = [old.blocks ?? [], now?.blocks ?? []];
  const removed_blocks = surplus(before, counts(after), pathAfter);
  if (now === undefined) return changed('vanished', old, now, { added_blocks: [], removed_blocks });
  if (before.length === after.length) return undefined;
  const paths = counts(before.map((block) => ({ ...block, path: pathAfter(block.path) ?? '' })));
  const added_blocks = surplus(after, paths, (path) => path);
  return changed(after.length > before.length ? 'grew' : 'shrank', old, now, { added_blocks, removed_blocks });
}

/** The blocks of each file that are more than on the other side: the last ones. */
function surplus(
  blocks: readonly BlockRange[],
  others: ReadonlyMap<string, number>,
  pathOf: (path: string) => string | undefined,
): BlockRange[] {
  const remaining = new Map(others);
  return blocks.filter(({ path }) => {
    const other = pathOf(path) ?? '';
    const count = remaining.get(other) ?? 0;
    remaining.set(other, count - 1);
    return count <= 0;
  });
}

function counts(blocks: readonly BlockRange[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const { path } of blocks) found.set(path, (found.get(path) ?? 0) + 1);
  return found;
}
