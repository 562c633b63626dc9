import { type GroupSummary, linkGroups } from '#relate/groups/link-groups.ts';
import type { Copies } from '#relate/groups/occurrences.ts';
import { pause } from '#tree/pause.ts';
import { codeOf, FILE_CLASSES, GROUP_KINDS, hasClass } from '../codes.ts';
import { bytesOf, keyOf } from '../keys.ts';
import type { Database } from '../sqlite/driver.ts';
import type { Statements } from '../sqlite/statements.ts';
import { readCopies, readNodeTree } from './copies.ts';
import { Table } from './table.ts';
import { findWholeCopies, linkWholeCopies, type WholeCopy } from './whole-copies.ts';

/** SQL of the classes that all occurrences have. */
const COMMON_CLASSES = FILE_CLASSES.map(
  (name) => `(min(${hasClass('classes', name)}) << ${FILE_CLASSES.indexOf(name)})`,
).join(' + ');

/** Ranks the groups and computes the counts that lists show. */
const RANK = `
  INSERT INTO temp.ranked
  SELECT number, row_number() OVER (ORDER BY count(DISTINCT project_id) DESC, score DESC, head.key)
  FROM temp.head JOIN temp.member USING (number) JOIN node ON node.id = node_id
  GROUP BY number;

  INSERT INTO occurrence
  SELECT ranked.id, node_id FROM temp.ranked JOIN temp.member USING (number) ORDER BY 1, 2;

  INSERT INTO clone_group
  SELECT
    ranked.id, head.kind, min(node.language_id), count(DISTINCT node.project_id), count(*), head.nodes, score,
    ${COMMON_CLASSES},
    twin.id, holder.id, whole_copy_id
  FROM temp.ranked
  JOIN temp.head USING (number)
  JOIN occurrence ON group_id = ranked.id
  JOIN node ON node.id = node_id
  LEFT JOIN temp.ranked AS twin ON twin.number = head.same_as
  LEFT JOIN temp.ranked AS holder ON holder.number = head.contained_in
  GROUP BY ranked.id
  ORDER BY ranked.id;

  UPDATE node SET grouped = 1 WHERE id IN (SELECT node_id FROM occurrence);

  INSERT INTO group_project
  SELECT group_id, project_id, count(*) FROM occurrence JOIN node ON node.id = node_id GROUP BY 1, 2 ORDER BY 1, 2;

  INSERT INTO group_name
  SELECT name_id, group_id, count(*) FROM occurrence JOIN node ON node.id = node_id GROUP BY 1, 2 ORDER BY 1, 2;

  INSERT INTO group_detail
  SELECT ranked.id, head.key, fingerprint, names
  FROM temp.ranked JOIN temp.head USING (number) JOIN (
    SELECT group_id, json_group_array(text ORDER BY place) AS names FROM (
      SELECT group_id, text, row_number() OVER (PARTITION BY group_id ORDER BY n DESC, text) AS place
      FROM group_name JOIN name ON name.id = name_id
    )
    WHERE place <= 3
    GROUP BY group_id
  ) ON group_id = ranked.id
  ORDER BY ranked.id;
`;

/**
 * Finds and writes the groups over all written projects.
 *
 * @throws AnalyzerError `cancelled`
 */
export async function writeGroups(database: Database, statements: Statements, signal?: AbortSignal): Promise<void> {
  const { parents, sizes } = readNodeTree(statements);
  const copies = readCopies(statements, sizes);
  await pause(signal);
  const heads = linkGroups(copies, parents);
  const wholeCopies = findWholeCopies(statements, copies, parents);
  linkWholeCopies(wholeCopies, heads);
  await pause(signal);
  const copyOf = writeWholeCopies(statements, wholeCopies);
  stage(statements, copies, heads, copyOf);
  await pause(signal);
  statements.finish();
  database.exec(RANK);
}

/** @returns the whole copy of each group, by the index of the group */
function writeWholeCopies(statements: Statements, wholeCopies: readonly WholeCopy[]): Map<number, number> {
  const copyOf = new Map<number, number>();
  const members = new Table(statements, 'whole_copy_node', ['whole_copy_id', 'node_id']);
  const insert = 'INSERT INTO whole_copy SELECT ?, kind, ?, ? FROM node WHERE id = ?';
  for (const [index, { nodes, groups }] of wholeCopies.entries()) {
    const id = index + 1;
    statements.run(insert, id, nodes.length, groups.length, nodes[0] ?? 0);
    for (const node_id of nodes) members.insert({ whole_copy_id: id, node_id });
    for (const group of groups) copyOf.set(group, id);
  }
  return copyOf;
}

function stage(
  statements: Statements,
  copies: readonly Copies[],
  heads: readonly GroupSummary[],
  copyOf: ReadonlyMap<number, number>,
): void {
  const numbers = new Map(heads.map(({ id }, number) => [id, number]));
  const numberOf = (id: string | undefined) => (id === undefined ? undefined : numbers.get(id));
  const table = new Table(statements, 'temp.head', HEAD_COLUMNS);
  const members = new Table(statements, 'temp.member', ['number', 'node_id']);
  for (const [number, { fingerprint, occurrences }] of copies.entries()) {
    const head = heads[number];
    if (head === undefined) throw new RangeError('a group has no header');
    table.insert({
      number,
      key: keyOf(head.id),
      kind: codeOf(GROUP_KINDS, head.kind),
      fingerprint: bytesOf(fingerprint),
      nodes: head.nodes,
      score: head.score,
      same_as: numberOf(head.same_as),
      contained_in: numberOf(head.contained_in),
      whole_copy_id: copyOf.get(number),
    });
    for (const { declaration } of occurrences) members.insert({ number, node_id: declaration });
  }
}

const HEAD_COLUMNS = [
  'number',
  'key',
  'kind',
  'fingerprint',
  'nodes',
  'score',
  'same_as',
  'contained_in',
  'whole_copy_id',
] as const;
