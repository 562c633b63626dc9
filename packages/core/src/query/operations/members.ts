import type { MembersData } from '@analyzer/contracts/query/members.data';
import dataSchema from '@analyzer/contracts/query/members.data/schema' with { type: 'json' };
import type { CompleteMembersParams } from '@analyzer/contracts/query/members.params';
import paramsSchema from '@analyzer/contracts/query/members.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/members.params/validate';
import { hex } from '#index/keys.ts';
import { goingOn, type Row } from '#index/port.ts';
import { textList } from '../describe/lists.ts';
import { describeNode, readNodes } from '../describe/nodes.ts';
import { projectRange, requireGroup } from '../filters/scope.ts';
import { listOperation } from '../operation.ts';

type Item = MembersData['items'][number];

export const members = listOperation<CompleteMembersParams, Item>({
  name: 'members',
  description: 'All functions of one clone group with location, parameters and the hash of their file.',
  params: paramsSchema,
  data: dataSchema,
  validate,
  list(snapshot, { group_id, project, limit, offset }) {
    const group = requireGroup(snapshot, group_id);
    const projects = projectRange(snapshot, project);
    const total = snapshot.first(TOTAL, [group, ...projects], (row) => row.integer('n')) ?? 0;
    const ids = snapshot.all(MEMBERS, [group, ...projects, limit, offset], (row) => row.integer('node_id'));
    return { items: readNodes(snapshot, ids, memberOf), total };
  },
});

const TOTAL = `
  SELECT coalesce(sum(occurrences), 0) AS n FROM group_project WHERE group_id = ? AND project_id BETWEEN ? AND ?`;
const MEMBERS = `
  SELECT node_id FROM occurrence JOIN node ON node.id = node_id
  WHERE group_id = ? AND project_id BETWEEN ? AND ? AND ${goingOn('node_id')} ORDER BY node_id LIMIT ? OFFSET ?`;

function memberOf(row: Row): Item {
  return {
    node: describeNode(row),
    parameters: textList(row.optionalText('parameters')),
    nodes: row.integer('nodes'),
    exported: row.flag('exported'),
    sha256: hex(row.bytes('sha256')),
  };
}
