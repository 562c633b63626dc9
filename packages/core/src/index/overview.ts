import { CHANGE_CLASSES, codeOf, HISTORY_STATES, type HistoryState, nameOf } from './codes.ts';
import type { Snapshot } from './port.ts';
import { type ProductLines, productLines } from './product-lines.ts';
import { storedRoot } from './root/stored-root.ts';

/** Totals of an index. */
export interface Overview {
  snapshot_id: string;
  /** Of its groups and their occurrences, 64 hex digits. */
  root: string;
  /** Ordered by label. */
  projects: ProjectOverview[];
  product: ProductLines;
  /** Files with too many repeated runs, of which only the largest ones are groups, and the number of omitted occurrences. */
  full_files: number;
  runs_left_out: number;
  /** Groups of identical functions and of functions identical up to renaming, without represented groups. */
  groups: number;
  /** Number of these groups with occurrences in several projects. */
  cross_project_groups: number;
  /** Only of an index that was written with the history of its projects. */
  history?: HistoryOverview;
}

export interface HistoryOverview {
  /** Groups with the ages of copies. */
  groups: number;
  /** Changes of behavior that did not reach a copy. */
  missed: number;
  /** Projects whose history was not read, with the state. */
  without: { label: string; state: HistoryState }[];
  /** Labels of projects in clones that lack older commits. */
  shallow: string[];
}

export interface ProjectOverview {
  label: string;
  files: number;
  lines: number;
  functions: number;
  product: ProductLines;
  shared_groups: number;
  /** Incompletely analyzed files, by status. */
  incomplete: { status: string; n: number }[];
  /** Number of declared workspaces. */
  workspaces: number;
}

/** Statuses of incompletely analyzed files of parsed languages. */
const INCOMPLETE = [
  'partial',
  'syntax-error',
  'missing-parser',
  'too-large',
  'undecodable',
  'timeout',
  'parser-failed',
];

const PROJECTS = `
  SELECT id, label, files, lines, functions, shared_groups, json_array_length(workspaces) AS workspaces
  FROM project ORDER BY id`;

const COVERAGE = 'SELECT status, n FROM coverage_count WHERE project_id = ? ORDER BY status';

const GROUPS = `
  SELECT coalesce(sum(n), 0) AS groups, coalesce(sum(CASE WHEN projects > 1 THEN n ELSE 0 END), 0) AS shared FROM group_count
  WHERE project_id = 0 AND contained = 0 AND same_as = 0`;

export function readOverview(snapshot: Snapshot): Overview {
  const projects = snapshot.all(PROJECTS, [], (row) => ({
    id: row.integer('id'),
    label: row.text('label'),
    files: row.integer('files'),
    lines: row.integer('lines'),
    functions: row.integer('functions'),
    shared_groups: row.integer('shared_groups'),
    workspaces: row.integer('workspaces'),
  }));
  const history = historyOf(snapshot);
  const groups = snapshot.first(GROUPS, [], (row) => ({ all: row.integer('groups'), shared: row.integer('shared') }));
  return {
    snapshot_id: snapshot.id,
    root: storedRoot(snapshot),
    projects: projects.map(({ id, ...project }) => ({
      ...project,
      product: productLines(snapshot, id),
      incomplete: incompleteOf(snapshot, id),
    })),
    product: productLines(snapshot),
    full_files: snapshot.count('SELECT count(*) AS n FROM full_file', []),
    runs_left_out: snapshot.count('SELECT runs_left_out AS n FROM snapshot', []),
    groups: groups?.all ?? 0,
    cross_project_groups: groups?.shared ?? 0,
    ...(history && { history }),
  };
}

const STATES = `
  SELECT label, state, is_shallow FROM project_history JOIN project ON project.id = project_id ORDER BY project_id`;
const MISSED = `SELECT count(*) AS n FROM missed_change WHERE class = ${codeOf(CHANGE_CLASSES, 'behavior')}`;

function historyOf(snapshot: Snapshot): HistoryOverview | undefined {
  if (snapshot.count('SELECT count(*) AS n FROM history', []) === 0) return undefined;
  const projects = snapshot.all(STATES, [], (row) => ({
    label: row.text('label'),
    state: nameOf(HISTORY_STATES, row.integer('state')),
    isShallow: row.flag('is_shallow'),
  }));
  return {
    groups: snapshot.count('SELECT count(*) AS n FROM group_age', []),
    missed: snapshot.count(MISSED, []),
    without: projects.filter(({ state }) => state !== 'read').map(({ label, state }) => ({ label, state })),
    shallow: projects.filter(({ isShallow }) => isShallow).map(({ label }) => label),
  };
}

function incompleteOf(snapshot: Snapshot, project: number): { status: string; n: number }[] {
  return snapshot
    .all(COVERAGE, [project], (row) => ({ status: row.text('status'), n: row.integer('n') }))
    .filter(({ status }) => INCOMPLETE.includes(status));
}
