import { keyOf } from '#index/keys.ts';
import type { Snapshot } from '#index/port.ts';

const GROUPS = `
  SELECT DISTINCT occurrence.group_id FROM node JOIN occurrence ON occurrence.node_id = node.id
  WHERE node.key = ? ORDER BY occurrence.group_id`;
const MIN_COPIES = 2;

/** The clone group with most of some copies, two at least, and these copies. */
export function commonGroup<T extends { node_id: string }>(
  snapshot: Snapshot,
  copies: readonly T[],
): { id: number; copies: T[] } | undefined {
  const groups = new Map<number, T[]>();
  for (const copy of copies) {
    for (const id of snapshot.all(GROUPS, [keyOf(copy.node_id)], (row) => row.integer('group_id'))) {
      groups.set(id, [...(groups.get(id) ?? []), copy]);
    }
  }
  const [best] = [...groups].sort(([a, its], [b, others]) => others.length - its.length || a - b);
  return best === undefined || best[1].length < MIN_COPIES ? undefined : { id: best[0], copies: best[1] };
}
