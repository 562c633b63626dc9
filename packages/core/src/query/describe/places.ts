import type { CloneGroup } from '@analyzer/contracts/query/common';
import { byId } from '#index/by-id.ts';
import type { Snapshot } from '#index/port.ts';
import { describeNodes } from './nodes.ts';
import { OCCURRENCE_COLUMNS, occurrenceOf } from './occurrences.ts';

const PLACES = `
  SELECT occurrence.group_id, ${OCCURRENCE_COLUMNS}
  FROM json_each(?) AS wanted CROSS JOIN occurrence ON occurrence.group_id = wanted.value AND occurrence.seq < ?
  ORDER BY wanted.key, occurrence.seq`;

type Places = NonNullable<CloneGroup['places']>;

/**
 * The first occurrences of groups.
 *
 * @param ids integer ids
 */
export function placesOf(snapshot: Snapshot, ids: readonly number[], limit: number): Map<number, Places> {
  const found = snapshot.all(PLACES, [JSON.stringify(ids), limit], (row) => ({
    group: row.integer('group_id'),
    ...occurrenceOf(row),
  }));
  const nodes = describeNodes(
    snapshot,
    found.map(({ node }) => node),
  );
  return byId(
    found.flatMap(({ group, node: id, seq: _, ...properties }) => {
      const node = nodes.get(id);
      return node === undefined ? [] : [[group, { node, ...properties }] as const];
    }),
  );
}
