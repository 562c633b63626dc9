import { codeOf, EDGE_KINDS, LINK_STATES } from '#index/codes.ts';
import { groupIdOfKey } from '#index/keys.ts';
import type { Snapshot } from '#index/port.ts';

const MEMBERSHIPS = `
  SELECT node_id, group_detail.key, coalesce(occurrence.start_line, node.start_line) AS line
  FROM json_each(?) AS wanted
  CROSS JOIN occurrence ON node_id = wanted.value
  JOIN node ON node.id = node_id
  JOIN group_detail ON group_detail.id = group_id
  ORDER BY wanted.key, group_id, seq`;

export interface Membership {
  /** `g_…` */
  group: string;
  /** Integer id of the occurrence. */
  node: number;
  kind: number;
  state: number;
  line: number | null;
}

/** The groups that nodes are occurrences of, in the order of the nodes. */
export function membershipsOf(snapshot: Snapshot, nodes: readonly number[]): Membership[] {
  return snapshot.all(MEMBERSHIPS, [JSON.stringify(nodes)], (row) => ({
    group: groupIdOfKey(row.bytes('key')),
    node: row.integer('node_id'),
    kind: codeOf(EDGE_KINDS, 'member'),
    state: codeOf(LINK_STATES, 'resolved'),
    line: row.optionalInteger('line') ?? null,
  }));
}
