import type { MembersData } from '@analyzer/contracts/query/members.data';
import dataSchema from '@analyzer/contracts/query/members.data/schema' with { type: 'json' };
import type { CompleteMembersParams } from '@analyzer/contracts/query/members.params';
import paramsSchema from '@analyzer/contracts/query/members.params/schema' with { type: 'json' };
import { validate } from '@analyzer/contracts/query/members.params/validate';
import { groupIdOfKey, hex } from '#index/keys.ts';
import { goingOn, type Row, type Snapshot } from '#index/port.ts';
import { type Listing, pageOf } from '../answer/page.ts';
import { textList } from '../describe/lists.ts';
import { describeNode, readNodes } from '../describe/nodes.ts';
import { OCCURRENCE_COLUMNS, occurrenceOf, type PickedOccurrence } from '../describe/occurrences.ts';
import { classCondition } from '../filters/class-filter.ts';
import { selectedGroup } from '../filters/location.ts';
import { projectRange } from '../filters/scope.ts';
import { ageOfGroup, agesOfCopies } from '../history/ages.ts';
import { operation } from '../operation.ts';

type Item = MembersData['items'][number];

export const members = operation<CompleteMembersParams>(
  {
    name: 'members',
    description:
      'All occurrences of one clone group with location, parameters and the hash of their file; of a near group with similarity, of a block with its range.',
    params: paramsSchema,
    data: dataSchema,
    validate,
    exactlyOne: ['group_id', 'at'],
  },
  (params) =>
    (snapshot, limits): MembersData => {
      const group = selectedGroup(snapshot, params);
      const readKey = () => snapshot.first(KEY, [group], (row) => row.bytes('key'));
      snapshot.gather([readKey, () => list(snapshot, group, params), () => ageOfGroup(snapshot, group)]);
      const key = readKey();
      if (key === undefined) throw new RangeError(`group ${group} has no key`);
      const age = ageOfGroup(snapshot, group);
      return {
        group_id: groupIdOfKey(key),
        ...(age && { age }),
        ...pageOf(list(snapshot, group, params), params, limits),
      };
    },
);

function list(
  snapshot: Snapshot,
  group: number,
  { project, limit, offset, with_classes, without_classes }: CompleteMembersParams,
): Listing<Item> {
  const projects = projectRange(snapshot, project);
  const classes = classCondition('node.classes', {
    ...(with_classes && { with_classes }),
    ...(without_classes && { without_classes }),
  });
  const readTotal = () =>
    snapshot.first(classes === undefined ? TOTAL : totalOf(classes), [group, ...projects], (row) => row.integer('n'));
  const readPage = () =>
    snapshot.all(membersOf(classes ?? 'true'), [group, ...projects, limit, offset], (row) => ({
      ...occurrenceOf(row),
      nodes: row.integer('group_nodes'),
    }));
  snapshot.gather([readTotal, readPage]);
  const total = readTotal() ?? 0;
  const found = readPage();
  const ids = found.map(({ node }) => node);
  const seqs = found.map(({ seq }) => seq);
  snapshot.gather([() => readNodes(snapshot, ids, memberOf), () => agesOfCopies(snapshot, group, seqs)]);
  const items = readNodes(snapshot, ids, memberOf);
  const ages = agesOfCopies(snapshot, group, seqs);
  return {
    items: items.map((item, at) => {
      const age = ages.get(seqs[at] ?? -1);
      return { ...item, ...propertiesOf(found[at]), ...(age && { age }) };
    }),
    total,
  };
}

const KEY = 'SELECT key FROM group_detail WHERE id = ?';
const TOTAL = `
  SELECT coalesce(sum(occurrences), 0) AS n FROM group_project WHERE group_id = ? AND project_id BETWEEN ? AND ?`;
const totalOf = (classes: string) => `
  SELECT count(*) AS n FROM occurrence JOIN node ON node.id = node_id
  WHERE group_id = ? AND project_id BETWEEN ? AND ? AND ${classes} AND ${goingOn('node_id')}`;
const membersOf = (classes: string) => `
  SELECT ${OCCURRENCE_COLUMNS}, clone_group.nodes AS group_nodes
  FROM occurrence JOIN node ON node.id = node_id JOIN clone_group ON clone_group.id = group_id
  WHERE group_id = ? AND project_id BETWEEN ? AND ? AND ${classes} AND ${goingOn('node_id')} ORDER BY seq LIMIT ? OFFSET ?`;

/** The range of a block has its own number of nodes. */
function propertiesOf(found: (PickedOccurrence & { nodes: number }) | undefined): Partial<Item> {
  if (found === undefined) return {};
  const { node: _, seq: __, nodes, ...properties } = found;
  return properties.range === undefined ? properties : { ...properties, nodes };
}

function memberOf(row: Row): Item {
  return {
    node: describeNode(row),
    parameters: textList(row.optionalText('parameters')),
    nodes: row.optionalInteger('nodes') ?? 0,
    exported: row.flag('exported'),
    sha256: hex(row.bytes('sha256')),
  };
}
