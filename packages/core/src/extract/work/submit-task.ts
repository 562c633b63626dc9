import { AnalyzerError } from '@analyzer/contracts';
import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { Journal } from '../dispatch/journal.ts';
import { recordWork } from '../dispatch/record-work.ts';
import { currentStates } from '../dispatch/run-tasks.ts';
import type { Projects } from '../dispatch/survey.ts';
import type { TaskStatus } from '../dispatch/task-states.ts';
import { lastAttempt } from '../dispatch/unsettled.ts';
import { artifactFolder, type Refusal } from '../result/model.ts';
import { subjectsOf } from '../result/subjects.ts';
import { type Attempt, currentPlan } from '../state/model.ts';
import { isBegun, taskOf } from './begin-task.ts';
import { changedFiles } from './changed-files.ts';
import { deliveredPackage } from './delivered-package.ts';
import { GitWork } from './git-work.ts';
import { completeProposal } from './proposal-file.ts';
import { ResultFolder } from './result-folder.ts';
import type { Submission } from './submission.ts';
import { submittedRelease } from './submitted-release.ts';
import { addTests } from './submitted-tests.ts';

/**
 * Ends a task that was begun: commits its work to its branch, computes hashes, changed files and a patch, writes the result,
 * and checks it as any other one. A refused result changes nothing about the task: correct the work and submit again.
 *
 * @returns the task afterwards
 * @throws AnalyzerError `not_found`, `usage`, `result_rejected`, `tracker_unavailable`, `cancelled`
 */
export async function submitTask(
  key: string,
  submission: Submission,
  journal: Journal,
  projects: Projects,
  signal?: AbortSignal,
): Promise<TaskStatus> {
  const states = await currentStates(journal, projects);
  const one = taskOf(key, states);
  const attempt = one.recorded && lastAttempt(journal.state, one.recorded.task_key);
  if (attempt === undefined || !isBegun(one, journal)) {
    const hint = `Begin it with \`analyzer tickets begin ${key}\`.`;
    throw new AnalyzerError('usage', { problem: `${key} was not begun` }, { hint });
  }
  const { project } = one.task;
  const work = await recordWork(attempt, project, journal, projects, signal);
  if (work.changes !== undefined && work.changes.problem !== null) {
    throw new AnalyzerError('usage', { problem: work.changes.problem }, { hint: 'Restore the Git repository.' });
  }
  const paths = work.changes?.files.map((file) => file.path) ?? [];
  const git = new GitWork(projects.workRootOf(project), signal);
  const result = await resultOf(one, attempt, paths, submission, { journal, projects, git });
  if (projects.workRootOf(project) !== projects.rootOf(project)) await git.commit(paths, one.task.title);
  projects
    .folderOf(project)
    .write(`${artifactFolder(attempt.task_key)}/result.json`, `${JSON.stringify(result, null, 2)}\n`);
  journal.change(attempt, { state: 'ended', outcome: 'completed', ...work });
  const after = taskOf(key, await currentStates(journal, projects));
  if (after.check.state !== 'refused') return after;
  // The work goes on: the ticket and the attempt are as they were.
  journal.change(attempt, { state: 'running', outcome: null });
  const { ticket } = after;
  if (ticket !== undefined) await projects.trackerOf(project).setStatus(ticket.id, 'in_progress');
  throw refused(key, after.check.refusals);
}

interface Context {
  journal: Journal;
  projects: Projects;
  git: GitWork;
}

async function resultOf(
  { task, check }: TaskStatus,
  { task_key: key, base }: Attempt,
  paths: readonly string[],
  submission: Submission,
  { journal, projects, git }: Context,
): Promise<TaskResultV1> {
  const { stage, project } = task;
  const commit = base?.commit ?? null;
  const folder = new ResultFolder(key, projects.folderOf(project));
  const workRoot = projects.workRootOf(project);
  const tests = await addTests(submission.tests, { folder, workRoot, paths, git });
  if (commit !== null && paths.length > 0) folder.add('change.patch', await git.patch(commit), 'patch');
  const subject = subjectsOf(currentPlan(journal.state)).get(task.task_key) ?? { package: null, families: [] };
  if (stage === 'design' || stage === 'route-review') {
    completeProposal(key, task.input_digest, submission.rationale, folder);
  }
  const isPackage = stage === 'package' || stage === 'verify' || stage === 'release';
  const delivered = isPackage
    ? await deliveredPackage({ task, check, subject, submission }, { projects, git })
    : { package: null, exports: [], license: null };
  return {
    schema: 'analyzer.task-result.v1',
    task_key: key,
    input_digest: task.input_digest,
    handoff_digest: 'handoff' in check ? check.handoff.handoff_digest : '',
    status: 'done',
    changed_files: base === undefined ? [] : await changedFiles(paths, base, workRoot, git),
    artifacts: folder.listed(),
    tests,
    package: delivered.package,
    exports: stage === 'release' ? [] : delivered.exports,
    license: stage === 'verify' ? delivered.license : null,
    notes: submission.notes ?? '',
    ...submittedRelease(task, delivered.package, subject.package, submission, currentPlan(journal.state)),
    ...(submission.keep.length === 0 ? {} : { kept: submission.keep.map((one) => keptCopy(one, subject.families)) }),
  };
}

type Families = NonNullable<ReturnType<ReturnType<typeof subjectsOf>['get']>>['families'];

function keptCopy(
  { path, name, reason }: Submission['keep'][number],
  families: Families,
): NonNullable<TaskResultV1['kept']>[number] {
  const its = families.find(({ occurrences }) =>
    occurrences.some((one) => one.path === path && one.qualified_name === name),
  );
  if (its !== undefined) return { family_id: its.family_id, path, name, reason };
  const hint = 'Name the path and the name of a copy of the brief.';
  throw new AnalyzerError('usage', { problem: `the task has no copy ${name} in ${path}` }, { hint });
}

const MAX_NAMED = 5;

function refused(key: string, refusals: readonly Refusal[]): AnalyzerError {
  const named = refusals.slice(0, MAX_NAMED).map(({ file, message, reason }) => `${file}: ${message} (${reason})`);
  const more = refusals.length > MAX_NAMED ? `; and ${refusals.length - MAX_NAMED} more` : '';
  const remedy = refusals[0]?.remedy ?? 'Correct it.';
  return new AnalyzerError(
    'result_rejected',
    { task: key, reason: named.join('; ') + more },
    { hint: `${remedy} Then run \`analyzer tickets submit ${key}\` again; \`--help\` lists its options.` },
  );
}
