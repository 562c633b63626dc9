import { classesOf, type FileClass } from '#index/codes.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { productLines } from '#index/product-lines.ts';
import type { GroupView, IdenticalNodesView, OccurrenceView, WorkspaceView } from '#render/workspace/model.ts';
import { readIdenticalNodes } from './identical-nodes.ts';
import { pickBlocks } from './map/map-blocks.ts';
import { accountOfGroups, pickOccurrences, readShownGroups, type ShownGroup, similarityOf } from './shown-groups.ts';

/** The parsed files, as a scan counts them. */
const HEADER = `
  SELECT
    (SELECT count(*) FROM project) AS projects, (SELECT coalesce(sum(files), 0) FROM project_language) AS files,
    lines
  FROM snapshot`;

/** The node of a file has no file id. */
const IDENTICAL_NODE_LOCATION = `
  SELECT project, coalesce(its.path, file.path) AS path, qualified_name, start_line, end_line
  FROM described_node AS its LEFT JOIN file ON file.id = its.id WHERE its.id = ?`;

/** Around a block, a declaration or its file. */
const AROUND = `
  SELECT project, coalesce(its.path, file.path) AS path, CASE WHEN its.start_line IS NULL THEN NULL ELSE qualified_name END AS qualified_name
  FROM described_node AS its LEFT JOIN file ON file.id = its.id WHERE its.id = ?`;

const LOCATION = 'SELECT project, path, qualified_name, start_line, end_line FROM described_node WHERE id = ?';

/**
 * The identical files and classes and the top groups of an index, for the terminal and DOT views.
 *
 * @param ids of the groups in the index
 * @param limitWhole maximum number of files and classes
 */
export function readView(snapshot: Snapshot, ids: readonly number[], limitWhole: number): WorkspaceView {
  const header = snapshot.first(HEADER, [], (row) => ({
    projects: row.integer('projects'),
    files: row.integer('files'),
    lines: row.integer('lines'),
  }));
  if (header === undefined) throw new RangeError('the index has no snapshot');
  const shown = readShownGroups(snapshot, ids).map((group) => viewOf(snapshot, group));
  const whole = readIdenticalNodes(snapshot, limitWhole);
  const labels = new Set(shown.flatMap(({ shownOccurrences }) => shownOccurrences.map(({ project }) => project)));
  const all = snapshot.all('SELECT label FROM project ORDER BY id', [], (row) => row.text('label'));
  return {
    ...header,
    product: productLines(snapshot),
    identicalNodes: whole.picked.map(({ nodes, ...copy }) => ({
      ...copy,
      shownOccurrences: nodes.flatMap((node) => snapshot.first(IDENTICAL_NODE_LOCATION, [node], identicalNodeOf) ?? []),
    })),
    moreIdenticalNodes: whole.more,
    groups: accountOfGroups(snapshot, shown.length),
    labels: all.filter((label) => labels.has(label)),
    shown,
  };
}

function identicalNodeOf(row: Row): IdenticalNodesView['shownOccurrences'][number] {
  const location = { project: row.text('project'), path: row.text('path') };
  const name = row.optionalText('qualified_name');
  if (name === undefined) return location;
  return { ...location, name, startLine: row.integer('start_line'), endLine: row.integer('end_line') };
}

const CLASS_LABELS: Record<FileClass, string> = {
  test: 'tests',
  vendored: 'vendored',
  generated: 'generated',
  example: 'examples',
  benchmark: 'benchmarks',
  configuration: 'configuration',
};

function viewOf(snapshot: Snapshot, group: ShownGroup): GroupView {
  const { rank: _, classes, whole, ...view } = group;
  const labels = [
    ...(whole === undefined ? [] : [`in an identical ${whole}`]),
    ...classesOf(classes).map((name) => CLASS_LABELS[name]),
  ];
  const least = group.kind === 'near' ? { similarity: leastSimilarity(snapshot, group) } : {};
  return { ...view, ...least, labels, shownOccurrences: occurrencesOf(snapshot, group) };
}

const LEAST = 'SELECT min(similarity) AS n FROM occurrence WHERE group_id = ?';

function leastSimilarity(snapshot: Snapshot, { rank }: ShownGroup): number {
  return snapshot.first(LEAST, [rank], (row) => row.integer('n')) ?? 0;
}

/** Of a near group its first one first. */
function occurrencesOf(snapshot: Snapshot, group: ShownGroup): OccurrenceView[] {
  const blocks = pickBlocks(snapshot, group).sort((a, b) => a.file - b.file || a.startByte - b.startByte);
  if (blocks.length > 0) {
    return blocks.flatMap(({ node, startLine, endLine, name }) => {
      const around = snapshot.first(AROUND, [node], aroundOf);
      return around === undefined ? [] : { ...around, ...(name !== undefined && { name }), startLine, endLine };
    });
  }
  const nodes = pickOccurrences(snapshot, group);
  if (group.kind !== 'near') {
    return nodes.toSorted((a, b) => a - b).flatMap((node) => occurrenceOf(snapshot, node) ?? []);
  }
  const similarity = similarityOf(snapshot, group);
  return nodes.flatMap((node) => {
    const its = occurrenceOf(snapshot, node);
    return its === undefined ? [] : { ...its, similarity: similarity(node) };
  });
}

function aroundOf(row: Row): Pick<OccurrenceView, 'project' | 'path' | 'name'> {
  const name = row.optionalText('qualified_name');
  return { project: row.text('project'), path: row.text('path'), ...(name === undefined ? {} : { name }) };
}

function occurrenceOf(snapshot: Snapshot, node: number): OccurrenceView | undefined {
  return snapshot.first(LOCATION, [node], (row) => ({
    project: row.text('project'),
    path: row.text('path'),
    name: row.text('qualified_name'),
    startLine: row.integer('start_line'),
    endLine: row.integer('end_line'),
  }));
}
