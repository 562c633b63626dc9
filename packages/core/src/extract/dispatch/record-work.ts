import { isDeepStrictEqual } from 'node:util';
import { changesSince, workTreeBase } from '#tree/git/work-tree.ts';
import type { Task } from '../result/model.ts';
import {
  type Attempt,
  type AttemptBase,
  type AttemptChanges,
  type AttemptFindings,
  baseKey,
  currentPlan,
  type RecordedCopy,
} from '../state/model.ts';
import type { Journal } from './journal.ts';
import { findingsOf } from './new-findings.ts';
import { recordCopies } from './record-copies.ts';
import type { Projects } from './survey.ts';

/**
 * What is recorded before a task runs: the commit of its project with the files that differ from it, and the copies that
 * the task is about.
 *
 * @throws AnalyzerError `cancelled`
 */
export async function recordBase(
  journal: Journal,
  task: Task,
  { workRootOf, filesOf }: Projects,
  signal?: AbortSignal,
): Promise<AttemptBase> {
  const root = workRootOf(task.project);
  const base = await workTreeBase(root, journal.ownFilesOf(root), signal);
  const earlier = earlierCopies(task, journal.state.attempts);
  const copies = (await recordCopies(currentPlan(journal.state), task, filesOf)).map((copy) => {
    return copy.fingerprints.length > 0 ? copy : (earlier.findLast((one) => isSameCopy(one, copy)) ?? copy);
  });
  if ('problem' in base) return { commit: null, problem: base.problem, differing: [], copies };
  return { commit: base.commit, problem: null, differing: [...base.differing], copies };
}

/** The copies of earlier attempts: work on the task may have replaced them before its design was revised. */
function earlierCopies({ task_key: key }: Task, attempts: readonly Attempt[]): RecordedCopy[] {
  const its = attempts.filter(({ task_key: one }) => baseKey(one) === key);
  return its.flatMap(({ base }) => base?.copies ?? []).filter(({ fingerprints }) => fingerprints.length > 0);
}

function isSameCopy(one: RecordedCopy, other: RecordedCopy): boolean {
  const its = ({ family_id, project, path, qualified_name }: RecordedCopy) => [
    family_id,
    project,
    path,
    qualified_name,
  ];
  return isDeepStrictEqual(its(one), its(other));
}

/** What is recorded after an attempt. */
export interface RecordedWork {
  changes?: AttemptChanges;
  findings?: AttemptFindings;
}

/**
 * What Git shows after an attempt, and what a scan of the project finds.
 *
 * @returns nothing if no commit was recorded before it
 * @throws AnalyzerError `cancelled`
 */
export async function recordWork(
  { base }: Pick<Attempt, 'base'>,
  project: string,
  journal: Journal,
  { workRootOf, scanSince }: Pick<Projects, 'workRootOf' | 'scanSince'>,
  signal?: AbortSignal,
): Promise<RecordedWork> {
  if (base === undefined || base.commit === null) return {};
  const { commit, differing } = base;
  const root = workRootOf(project);
  const changes = await changesSince(root, { commit, differing }, journal.ownFilesOf(root), signal);
  if ('problem' in changes) return { changes: { problem: changes.problem, files: [] } };
  const changed = new Set(changes.map(({ path }) => path));
  const recorded = { problem: null, files: changes };
  if (changed.size === 0) return { changes: recorded, findings: { problem: null, items: [] } };
  const found = await scanSince(project, commit, signal);
  if ('problem' in found) return { changes: recorded, findings: { problem: found.problem, items: [] } };
  const { families } = currentPlan(journal.state);
  const planned = families.flatMap(({ occurrences }) => occurrences.filter((one) => one.project === project));
  return { changes: recorded, findings: findingsOf(found, changed, planned) };
}
