import { AnalyzerError } from '@analyzer/contracts';
import { CitedFiles, waitingWork } from '../dispatch/cited-files.ts';
import { briefPath } from '../dispatch/hand-over.ts';
import type { Journal } from '../dispatch/journal.ts';
import { recordBase } from '../dispatch/record-work.ts';
import { recoverAttempts } from '../dispatch/recover.ts';
import { prepareTask } from '../dispatch/run-task.ts';
import { currentStates } from '../dispatch/run-tasks.ts';
import type { Projects } from '../dispatch/survey.ts';
import type { TaskStatus } from '../dispatch/task-states.ts';
import { lastAttempt } from '../dispatch/unsettled.ts';
import { incomingFolder } from '../handoff/manifest.ts';
import { CONTEXT } from '../materialize/task-draft.ts';
import { artifactFolder } from '../result/model.ts';
import { baseKey, currentPlan } from '../state/model.ts';
import { designLines } from './design-lines.ts';
import { writeProposalDraft } from './proposal-draft.ts';
import { workText } from './work-text.ts';
import { prepareWorkTree } from './work-tree.ts';

/** A task that a person or an agent works on. */
export interface BegunTask {
  key: string;
  stage: string;
  project: string;
  title: string;
  /** Absolute path of the folder to work in. */
  folder: string;
  /** Null for a task that changes no file. */
  branch: string | null;
  brief: string;
  /** Absolute paths of the files to read, by what they are. */
  files: { label: string; path: string }[];
}

/**
 * Begins a ready task without an executor: in a Git work tree and branch of its own, with the files of the tasks before it.
 * A task that has begun is described again.
 *
 * @param key of the task in the plan, or of its ticket
 * @throws AnalyzerError `not_found`, `usage`, `stale_source`, `tracker_unavailable`, `output_failed`, `cancelled`
 */
export async function beginTask(
  key: string,
  journal: Journal,
  projects: Projects,
  signal?: AbortSignal,
): Promise<BegunTask> {
  await recoverAttempts(journal, projects);
  const states = await currentStates(journal, projects);
  const one = taskOf(key, states);
  if (isBegun(one, journal)) return described(one, states, journal, projects);
  if (one.state !== 'ready' || one.recorded === undefined) {
    const hint = `\`analyzer tickets explain ${key}\` says what comes next; \`analyzer tickets dispatch\` lists the ready tasks.`;
    throw new AnalyzerError('usage', { problem: `${key} is not ready, but ${one.state}: ${one.reason}` }, { hint });
  }
  const { task, recorded } = one;
  if (changesFiles(task.stage)) await prepareWorkTree(recorded.task_key, task.project, journal, projects, signal);
  await requireCited(one, states, journal, projects);
  const ticket = await prepareTask(one, states, projects, signal);
  if (typeof ticket === 'string') throw new AnalyzerError('usage', { problem: ticket }, { hint: 'Run it again.' });
  const text = textOf({ ...one, ticket }, states, projects);
  projects.folderOf(task.project).write(briefPath(recorded.task_key), `${text}\n`);
  if (task.stage === 'design' || task.stage === 'route-review') {
    await writeProposalDraft(recorded.task_key, task, currentPlan(journal.state), projects);
  }
  const attempt = journal.begin(recorded.task_key, await recordBase(journal, task, projects, signal));
  journal.change(attempt, { state: 'running', begun: true, log: null });
  await projects.trackerOf(task.project).setStatus(ticket.id, 'in_progress');
  return described({ ...one, ticket }, states, journal, projects);
}

/** @throws AnalyzerError `not_found` */
export function taskOf(key: string, states: readonly TaskStatus[]): TaskStatus {
  const found = states.find(({ task, recorded }) => task.task_key === baseKey(key) || recorded?.task_key === key);
  if (found !== undefined) return found;
  const hint = '`analyzer tickets status` lists the tasks.';
  throw new AnalyzerError('not_found', { what: 'task', name: key }, { hint });
}

/** Whether a task was begun and not submitted. */
export function isBegun({ recorded, task }: TaskStatus, { state }: Journal): boolean {
  const last = lastAttempt(state, recorded?.task_key ?? task.task_key);
  return last?.begun === true && last.state === 'running';
}

export function changesFiles(stage: string): boolean {
  return stage !== 'design' && stage !== 'route-review';
}

/** The work tree starts at a commit: copies that are only in the checkout are not in it. */
async function requireCited(
  { task }: TaskStatus,
  states: readonly TaskStatus[],
  { state }: Journal,
  projects: Projects,
): Promise<void> {
  const checks = new Map(states.map((one) => [one.task.task_key, one.check]));
  const changed = await new CitedFiles(currentPlan(state), checks, projects.filesOf, waitingWork(states)).changedFor(
    task,
  );
  if (changed === undefined) return;
  throw new AnalyzerError(
    'stale_source',
    { problem: `${changed.path} of ${changed.project} is in the work tree not as it was planned` },
    {
      hint: 'Commit the planned files in the checkout; then remove the work tree with `git worktree remove` and begin again.',
    },
  );
}

function textOf(one: TaskStatus, states: readonly TaskStatus[], { workRootOf }: Projects): string {
  const { task, recorded, ticket } = one;
  const key = recorded?.task_key ?? task.task_key;
  const place = { stage: task.stage, key, folder: workRootOf(task.project), decided: designLines(one, states) };
  return workText(ticket?.prompt ?? task.brief, place);
}

function described(one: TaskStatus, states: readonly TaskStatus[], { state }: Journal, projects: Projects): BegunTask {
  const { task, recorded } = one;
  const key = recorded?.task_key ?? task.task_key;
  const root = projects.rootOf(task.project);
  const tree = state.work_trees?.find(({ project }) => project === task.project);
  const isProposal = !changesFiles(task.stage);
  const [context] = task.context;
  return {
    key,
    stage: task.stage,
    project: task.project,
    title: task.title,
    folder: projects.workRootOf(task.project),
    branch: isProposal ? null : (tree?.branch ?? null),
    brief: textOf(one, states, projects),
    files: [
      { label: 'brief', path: `${root}/${briefPath(key)}` },
      ...(context === undefined ? [] : [{ label: 'context', path: `${root}/${CONTEXT}/${context}` }]),
      { label: 'incoming', path: `${root}/${incomingFolder(key)}` },
      ...(isProposal ? [{ label: 'proposal', path: `${root}/${artifactFolder(key)}/proposal.json` }] : []),
    ],
  };
}
