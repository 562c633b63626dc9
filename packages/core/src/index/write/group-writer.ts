import type { Engine } from '#parse/engine.ts';
import { CallbackLists } from '#relate/copies/callback-groups.ts';
import { type CopyGroup, copyGroups, findCopyGroups } from '#relate/copies/copy-groups.ts';
import { withoutExact } from '#relate/copies/near-groups.ts';
import type { LeftOutRuns } from '#relate/copies/run-choice.ts';
import { type GroupSummary, linkGroups } from '#relate/groups/link-groups.ts';
import type { Copies } from '#relate/groups/occurrences.ts';
import { needElements } from '#scan/options.ts';
import { pause } from '#tree/pause.ts';
import { codeOf, GROUP_KINDS } from '../codes.ts';
import type { IdLayout } from '../ids/id-layout.ts';
import type { Database } from '../sqlite/driver.ts';
import type { Statements } from '../sqlite/statements.ts';
import { listBlockFiles, readComparedFiles, type StoredFile } from './compared-files.ts';
import { listedCopies, readCopies, readNodeTree } from './copies.ts';
import { FileTable } from './file-table.ts';
import { foldCopies } from './fold-copies.ts';
import { writeGroupRows } from './group-rows.ts';
import { findIdenticalNodes, type IdenticalNodes, linkIdenticalNodes } from './identical-nodes.ts';
import { copyGroup, exactGroup } from './listed-group.ts';
import { findNativeGroups } from './native-groups.ts';
import { SilencedCode } from './silenced-code.ts';
import type { PostingWriter } from './similar-writer.ts';
import { Table } from './table.ts';
import type { WantedGroups } from './wanted-groups.ts';

const BODY = codeOf(GROUP_KINDS, 'function-body');
const SHAPE = codeOf(GROUP_KINDS, 'function-shape');

/** Completes written groups: marks their nodes, and adds names and details. */
const DETAILS = `
  UPDATE node SET grouped = 1 WHERE id IN (SELECT node_id FROM occurrence WHERE start_line IS NULL);

  INSERT INTO group_name
  SELECT name_id, group_id, count(*) FROM occurrence JOIN node ON node.id = node_id
  WHERE name_id IS NOT NULL
  GROUP BY 1, 2 ORDER BY 1, 2;

  INSERT INTO group_detail
  SELECT ranked_group.id, key, fingerprint, coalesce(names, '[]')
  FROM temp.ranked_group LEFT JOIN (
    SELECT group_id, json_group_array(text ORDER BY position) AS names FROM (
      SELECT group_id, text, row_number() OVER (PARTITION BY group_id ORDER BY n DESC, text) AS position
      FROM (
        SELECT group_id, text, n FROM group_name JOIN name ON name.id = name_id
        WHERE group_id NOT IN (SELECT group_id FROM occurrence WHERE callback IS NOT NULL)
        UNION ALL
        SELECT group_id, coalesce(callback, name.text) AS text, count(*) AS n
        FROM occurrence JOIN node ON node.id = node_id LEFT JOIN name ON name.id = name_id
        WHERE group_id IN (SELECT group_id FROM occurrence WHERE callback IS NOT NULL)
          AND coalesce(callback, name.text) IS NOT NULL
        GROUP BY 1, 2
      )
    )
    WHERE position <= 3
    GROUP BY group_id
  ) ON group_id = ranked_group.id
  ORDER BY ranked_group.id;

  INSERT INTO function_hash
  SELECT
    print.node_id, listed,
    CASE WHEN in_body = 1 THEN NULL ELSE body END, CASE WHEN in_shape = 1 THEN NULL ELSE shape END
  FROM temp.print LEFT JOIN (
    SELECT
      occurrence.node_id,
      max(CASE WHEN clone_group.kind = ${BODY} THEN 1 ELSE 0 END) AS in_body,
      max(CASE WHEN clone_group.kind = ${SHAPE} THEN 1 ELSE 0 END) AS in_shape
    FROM occurrence JOIN clone_group ON clone_group.id = group_id
    WHERE clone_group.kind IN (${BODY}, ${SHAPE})
    GROUP BY occurrence.node_id
  ) AS grouped ON grouped.node_id = print.node_id
  ORDER BY print.node_id;
`;

export interface GroupingContext {
  /** Finds the groups that are not exact, if it can. */
  engine: Engine;
  layout?: IdLayout | undefined;
  /** Gets the posted 5-grams that the engine finds with the groups. */
  postings: PostingWriter;
  signal?: AbortSignal | undefined;
}

/**
 * Finds and writes the groups of some kinds over all written projects, from the rows of the index, and the files with too many
 * repeated runs.
 *
 * @returns occurrences of runs that are left out
 * @throws AnalyzerError `cancelled`
 */
export async function writeGroups(
  database: Database,
  statements: Statements,
  wanted: WantedGroups,
  { engine, layout, postings, signal }: GroupingContext,
): Promise<number> {
  const { kinds } = wanted;
  const { parents, sizes } = readNodeTree(statements);
  const exact = readCopies(statements, sizes);
  await pause(signal);
  const copies = listedCopies(statements, exact, kinds);
  const summaries = linkGroups(copies, parents);
  const identicalNodes = findIdenticalNodes(statements, copies, parents);
  linkIdenticalNodes(identicalNodes, summaries);
  await pause(signal);
  const copyOf = writeIdenticalNodes(statements, identicalNodes);
  // The engine takes memory too.
  database.exec('PRAGMA shrink_memory');
  const { files, others, leftOut } = await findOthers(statements, exact, wanted, { engine, postings, signal });
  await pause(signal);
  const folded = others.length === 0 ? new Map<string, string>() : foldCopies(copies, summaries, others, files);
  const groups = [
    ...copies.map((group, index) => exactGroup(group, summaryAt(summaries, index), folded, copyOf.get(index))),
    ...others.map((group) => copyGroup(group, files, folded)),
  ];
  await pause(signal);
  writeGroupRows(statements, groups, new FileTable(statements), layout);
  await pause(signal);
  database.exec(DETAILS);
  const full = new Table(statements, 'full_file', ['file_id']);
  for (const file of leftOut.files) full.insert({ file_id: files[file]?.node ?? 0 });
  return leftOut.occurrences;
}

function summaryAt(summaries: readonly GroupSummary[], index: number): GroupSummary {
  const summary = summaries[index];
  if (summary === undefined) throw new RangeError(`the group ${index} has no summary`);
  return summary;
}

interface OtherGroups {
  /** By the numbers in the groups. */
  files: StoredFile[];
  others: CopyGroup[];
  leftOut: LeftOutRuns;
}

/** The groups of the kinds that are not exact. */
async function findOthers(
  statements: Statements,
  exact: readonly Copies[],
  wanted: WantedGroups,
  { engine, postings, signal }: Omit<GroupingContext, 'layout'>,
): Promise<OtherGroups> {
  const blocks = needElements(wanted.kinds) ? listBlockFiles(statements) : [];
  if (blocks.length === 0) return { files: [], others: [], leftOut: { occurrences: 0, files: new Set() } };
  const found = await findNativeGroups(statements, blocks, wanted, postings, engine, signal);
  const files = readComparedFiles(statements, blocks, exact);
  const { groups: others, leftOut } =
    found === undefined
      ? findCopyGroups(files, wanted.kinds, wanted.limits)
      : {
          groups: copyGroups(files, withoutExact(found.near, files), found.blocks, {
            groups: found.callbacks,
            lists: new CallbackLists(files),
          }),
          leftOut: found.leftOut,
        };
  return { files, others: new SilencedCode(statements).without(others, files), leftOut };
}

/** @returns the whole copy of each group, by the index of the group */
function writeIdenticalNodes(statements: Statements, identicalNodes: readonly IdenticalNodes[]): Map<number, number> {
  const copyOf = new Map<number, number>();
  const members = new Table(statements, 'whole_copy_node', ['whole_copy_id', 'node_id']);
  const insert = 'INSERT INTO whole_copy SELECT ?, kind, ?, ? FROM node WHERE id = ?';
  for (const { nodes, groups } of identicalNodes) {
    const [id = 0] = nodes;
    statements.run(insert, id, nodes.length, groups.length, id);
    for (const node_id of nodes) members.insert({ whole_copy_id: id, node_id });
    for (const group of groups) copyOf.set(group, id);
  }
  return copyOf;
}
