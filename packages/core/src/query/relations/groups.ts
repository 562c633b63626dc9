import type { RelationsData } from '@analyzer/contracts/query/relations.data';
import { groupIdOfKey } from '#index/keys.ts';
import type { Snapshot } from '#index/port.ts';

type Item = RelationsData['items'][number];

const MAX_GROUPS = 20;

const GROUPS = `
  SELECT key FROM copy_relation_group JOIN group_detail ON group_detail.id = group_id
  WHERE relation_id = ? ORDER BY group_id LIMIT ${MAX_GROUPS}`;
const NUMBER = 'SELECT count(*) AS n FROM copy_relation_group WHERE relation_id = ?';

/** @param relation its integer id */
export function firstGroups(snapshot: Snapshot, relation: number): Pick<Item, 'groups' | 'more_groups'> {
  const groups = snapshot.all(GROUPS, [relation], (row) => groupIdOfKey(row.bytes('key')));
  const all = snapshot.first(NUMBER, [relation], (row) => row.integer('n')) ?? 0;
  return { groups, more_groups: all - groups.length };
}
