import type { Snapshot } from '#index/port.ts';
import type { GroupView, PlaceView, WorkspaceView } from '#render/workspace/model.ts';
import { accountOfGroups, pickOccurrences, readShownGroups, type ShownGroup } from './shown-groups.ts';

const HEAD = `
  SELECT
    (SELECT count(*) FROM project) AS projects, (SELECT coalesce(sum(files), 0) FROM project) AS files,
    lines, repeated_lines
  FROM snapshot`;

const PLACE = 'SELECT project, path, qualified_name, start_line, end_line FROM described_node WHERE id = ?';

/**
 * The foremost groups of an index, as terminal and DOT show them.
 *
 * @param limit how many groups at most
 */
export function readView(snapshot: Snapshot, limit: number): WorkspaceView {
  const head = snapshot.first(HEAD, [], (row) => ({
    projects: row.integer('projects'),
    files: row.integer('files'),
    lines: row.integer('lines'),
    repeatedLines: row.integer('repeated_lines'),
  }));
  if (head === undefined) throw new RangeError('the index has no snapshot');
  const shown = readShownGroups(snapshot, limit).map((group) => viewOf(snapshot, group));
  const labels = new Set(shown.flatMap(({ places }) => places.map(({ project }) => project)));
  const all = snapshot.all('SELECT label FROM project ORDER BY id', [], (row) => row.text('label'));
  return {
    ...head,
    groups: accountOfGroups(snapshot, limit),
    labels: all.filter((label) => labels.has(label)),
    shown,
  };
}

function viewOf(snapshot: Snapshot, group: ShownGroup): GroupView {
  const { rank: _, isTest, isVendored, isGenerated, whole, ...view } = group;
  const labels = [
    ...(whole === undefined ? [] : [`whole ${whole} copied`]),
    ...(isTest ? ['tests'] : []),
    ...(isVendored ? ['vendored'] : []),
    ...(isGenerated ? ['generated'] : []),
  ];
  const nodes = [...pickOccurrences(snapshot, group)].sort((a, b) => a - b);
  return { ...view, labels, places: nodes.flatMap((node) => placeOf(snapshot, node) ?? []) };
}

function placeOf(snapshot: Snapshot, node: number): PlaceView | undefined {
  return snapshot.first(PLACE, [node], (row) => ({
    project: row.text('project'),
    path: row.text('path'),
    name: row.text('qualified_name'),
    startLine: row.integer('start_line'),
    endLine: row.integer('end_line'),
  }));
}
