import type { MissedData } from '@analyzer/contracts/query/missed.data';
import type { SummaryData } from '@analyzer/contracts/query/summary.data';
import { CHANGE_CLASSES, codeOf, HISTORY_STATES, nameOf } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';
import { ANY, type Range } from '../filters/scope.ts';

type History = NonNullable<MissedData['history']>;

const MOST = 20;
const READ = codeOf(HISTORY_STATES, 'read');

const DIGEST = 'SELECT digest FROM history';
const PROJECTS = `
  SELECT label, state, commits, is_cut, is_shallow, searched FROM project_history JOIN project ON project.id = project_id
  WHERE project_id BETWEEN ? AND ? ORDER BY CASE WHEN state = ${READ} THEN 1 ELSE 0 END, project_id LIMIT ${MOST}`;
const NUMBER = 'SELECT count(*) AS n FROM project_history WHERE project_id BETWEEN ? AND ?';
const MISSED = `SELECT count(*) AS n FROM missed_change WHERE class = ${codeOf(CHANGE_CLASSES, 'behavior')}`;

/**
 * What is known about the history of projects.
 *
 * @returns undefined for an index that was written without it
 */
export function historyOf(snapshot: Snapshot, projects: Range): History | undefined {
  const digest = snapshot.first(DIGEST, [], (row) => row.text('digest'));
  if (digest === undefined) return undefined;
  const first = snapshot.all(PROJECTS, projects, (row) => ({
    project: row.text('label'),
    state: nameOf(HISTORY_STATES, row.integer('state')),
    commits: row.integer('commits'),
    is_cut: row.flag('is_cut'),
    is_shallow: row.flag('is_shallow'),
    searched: row.integer('searched'),
  }));
  const all = snapshot.first(NUMBER, projects, (row) => row.integer('n')) ?? 0;
  return { digest, projects: first, more_projects: all - first.length };
}

/** The history of all projects, with totals. */
export function historyTotals(snapshot: Snapshot): SummaryData['history'] | undefined {
  const history = historyOf(snapshot, ANY);
  if (history === undefined) return undefined;
  return {
    ...history,
    aged_groups: snapshot.count('SELECT count(*) AS n FROM group_age', []),
    missed: snapshot.count(MISSED, []),
  };
}
