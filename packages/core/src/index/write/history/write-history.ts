import type { CopyAges, GroupAges } from '#history/ages/model.ts';
import type { MissedInProjects } from '#missed/find-in-projects.ts';
import type { Engine } from '#parse/engine.ts';
import { codeOf, HISTORY_STATES, type HistoryState } from '../../codes.ts';
import type { Statements } from '../../sqlite/statements.ts';
import { Table } from '../table.ts';
import { copiesOf, type ListedCopy } from './copies.ts';
import { historyDigest } from './digest.ts';
import { type IndexedFinding, writeHistoryRows } from './history-rows.ts';
import { missedChanges } from './missed-changes.ts';
import { agesIn, joinAges } from './read-ages.ts';
import { openRepositories, type ProjectRoot, type Repository, stateOf } from './repositories.ts';

export interface HistoryContext {
  /** Owned by the caller. */
  engine: Engine;
  /** Called before the history of each project is read; `number` from 1 to `total`. */
  onProject?: ((position: { label: string; number: number; total: number }) => void) | undefined;
  signal?: AbortSignal | undefined;
}

interface ProjectHistory {
  state: HistoryState;
  history?: CopyAges['history'];
  /** Commits that were searched for missed changes. */
  searched?: number;
}

const PROJECTS = `
  SELECT project.id, label, root, options FROM project JOIN local_root ON local_root.project_id = project.id
  ORDER BY project.id`;
const FILES = 'SELECT id, path FROM file WHERE project_id = ? AND name_lossy = 0';

/**
 * Reads the history of the projects from the git repositories around their folders, and stores when the copies that lists show
 * came and changed, and which changes did not reach a copy. Nothing is checked out, fetched or executed.
 *
 * @param listed integer ids of the groups that lists show
 * @throws AnalyzerError `cancelled`; errors of the engine
 */
export async function writeHistory(
  statements: Statements,
  listed: readonly number[],
  context: HistoryContext,
): Promise<void> {
  const projects = statements.all(PROJECTS, [], (row): ProjectRoot => {
    return { id: row.integer('id'), label: row.text('label'), root: row.text('root'), options: row.text('options') };
  });
  const { repositories, without } = await openRepositories(projects, context.signal);
  const states = new Map<number, ProjectHistory>([...without].map(([id, state]) => [id, { state }]));
  try {
    const copies = copiesOf(statements, listed);
    const ages = await readAges(repositories, copies, statements, states, context.signal);
    const findings = await readMissed(projects, states, statements, context);
    writeHistoryRows(statements, ages, findings);
  } finally {
    for (const { head } of repositories) await head.close();
  }
  writeStates(statements, states);
  statements.run('INSERT INTO history VALUES (1, ?)', historyDigest(statements));
}

async function readAges(
  repositories: readonly Repository[],
  copies: readonly ListedCopy[][],
  statements: Statements,
  states: Map<number, ProjectHistory>,
  signal: AbortSignal | undefined,
) {
  const found = new Map<number, (GroupAges & { seqs: number[] })[]>();
  for (const repository of repositories) {
    const its = await agesIn(repository, copies, statements, signal).catch(stateOf);
    for (const { project } of repository.projects) {
      states.set(project.id, typeof its === 'string' ? { state: its } : { state: 'read', history: its.history });
    }
    if (typeof its === 'string') continue;
    for (const [group, ages] of its.ages) found.set(group, [...(found.get(group) ?? []), ages]);
  }
  return copies.flatMap((its) => {
    const group = its[0]?.group ?? 0;
    return joinAges(group, found.get(group) ?? [], its.length) ?? [];
  });
}

async function readMissed(
  projects: readonly ProjectRoot[],
  states: Map<number, ProjectHistory>,
  statements: Statements,
  { engine, onProject, signal }: HistoryContext,
): Promise<IndexedFinding[]> {
  const wanted = projects.filter(({ id }) => states.get(id)?.state === 'read');
  const position = (at: number) => ({ label: wanted[at]?.label ?? '', number: at + 1, total: wanted.length });
  const search = (some: readonly ProjectRoot[], first = 0) =>
    missedChanges(some, engine, (at) => onProject?.(position(first + at)), signal).catch(stateOf);
  const findings: IndexedFinding[] = [];
  const add = (some: readonly ProjectRoot[], found: Awaited<ReturnType<typeof search>>): void => {
    for (const [at, { id }] of some.entries()) {
      if (typeof found === 'string') states.set(id, { state: found });
      else states.set(id, { state: 'read', ...states.get(id), searched: found.histories[at]?.commits ?? 0 });
    }
    if (typeof found !== 'string') findings.push(...indexedFindings(statements, some, found));
  };
  const all = await search(wanted);
  if (typeof all !== 'string') add(wanted, all);
  // One of them cannot be read: the others are searched without it.
  else for (const [at, project] of wanted.entries()) add([project], await search([project], at));
  return findings.sort((a, b) => b.finding.weight - a.finding.weight);
}

function indexedFindings(
  statements: Statements,
  projects: readonly ProjectRoot[],
  { findings }: MissedInProjects,
): IndexedFinding[] {
  const ids = new Map(projects.map(({ label, id }) => [label, id]));
  const files = new Map(
    projects.map(({ id, label }) => [
      label,
      new Map(statements.all(FILES, [id], (row): [string, number] => [row.text('path'), row.integer('id')])),
    ]),
  );
  return findings.flatMap(({ project, targetProject, targetPath, finding }) => {
    const target = files.get(targetProject)?.get(targetPath);
    const id = ids.get(project);
    return target === undefined || id === undefined ? [] : [{ finding, project: id, label: project, target }];
  });
}

function writeStates(statements: Statements, states: ReadonlyMap<number, ProjectHistory>): void {
  const counts = ['commits', 'is_cut', 'is_shallow', 'searched'] as const;
  const table = new Table(statements, 'project_history', ['project_id', 'state', ...counts]);
  for (const [id, { state, history, searched = 0 }] of [...states].sort(([a], [b]) => a - b)) {
    const { commits = 0, is_cut = false, is_shallow = false } = history ?? {};
    table.insert({ project_id: id, state: codeOf(HISTORY_STATES, state), commits, is_cut, is_shallow, searched });
  }
  statements.finish();
}
