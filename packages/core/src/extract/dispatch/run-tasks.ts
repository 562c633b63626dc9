import type { Runner } from './hand-over.ts';
import type { Journal } from './journal.ts';
import { recoverAttempts } from './recover.ts';
import { runTask } from './run-task.ts';
import { settleTickets } from './settle.ts';
import { type Projects, survey } from './survey.ts';
import { type TaskState, type TaskStatus, taskStates } from './task-states.ts';

/** Why no more tasks run. */
export type Stopped = 'complete' | 'max_steps' | 'waiting' | 'needs_person' | 'ambiguous' | 'failed' | 'interrupted';

export interface RunEvents {
  /** Before a task is handed over. */
  onStart?: (task: TaskStatus) => Promise<void> | void;
  /** After it ended, with its state then. */
  onEnd?: (task: TaskStatus) => Promise<void> | void;
  /** A ready task that is not handed over. */
  onHeld?: (task: TaskStatus, reason: string) => Promise<void> | void;
}

export interface RunOptions extends RunEvents {
  maxSteps: number;
  /** Run only the tasks that are ready now, not those that become ready. */
  isOneRound?: boolean;
}

export interface RunReport {
  stopped: Stopped;
  /** Number of tasks handed over. */
  steps: number;
  states: readonly TaskStatus[];
}

/**
 * Runs ready tasks one after the other, in the order of the plan, until a limit or until none is ready. Before each one,
 * all tickets and results are read again.
 *
 * @throws AnalyzerError as `runTask`
 */
export async function runTasks(
  journal: Journal,
  projects: Projects,
  runner: Runner,
  { maxSteps, isOneRound = false, onStart, onEnd, onHeld }: RunOptions,
): Promise<RunReport> {
  await recoverAttempts(journal, projects);
  const done = new Set<string>();
  const held = new Set<string>();
  let states = await currentStates(journal, projects);
  const first = new Set(states.flatMap(({ task, state }) => (state === 'ready' ? [task.task_key] : [])));
  for (let steps = 0; ; ) {
    if (runner.signal?.aborted) return { stopped: 'interrupted', steps, states };
    const isNext = ({ task, state }: TaskStatus) =>
      state === 'ready' &&
      !held.has(task.task_key) &&
      !done.has(task.task_key) &&
      (!isOneRound || first.has(task.task_key));
    const next = states.find(isNext);
    if (next === undefined) return { stopped: reasonToStop(states, held), steps, states };
    if (steps >= maxSteps) return { stopped: 'max_steps', steps, states };
    await onStart?.(next);
    const { task_key: key } = next.task;
    const reason = await runTask(next, states, journal, projects, runner);
    states = await currentStates(journal, projects);
    if (reason === undefined) {
      steps++;
      done.add(key);
      for (const after of states) if (after.task.task_key === key) await onEnd?.(after);
    } else {
      held.add(key);
      await onHeld?.(next, reason);
    }
  }
}

/** Reads all tickets and results, completes interrupted updates of tickets, and decides what may run. */
export async function currentStates(journal: Journal, projects: Projects): Promise<TaskStatus[]> {
  const found = await survey(journal.state, projects);
  const changed = await settleTickets(found, projects);
  return taskStates(changed.length > 0 ? await survey(journal.state, projects) : found, projects.filesOf);
}

function reasonToStop(states: readonly TaskStatus[], held: ReadonlySet<string>): Stopped {
  const has = (...wanted: TaskState[]): boolean => states.some(({ state }) => wanted.includes(state));
  if (has('ambiguous')) return 'ambiguous';
  if (held.size > 0 || has('failed', 'refused')) return 'failed';
  if (has('needs_person', 'stale')) return 'needs_person';
  // Tasks that became ready are for the next round.
  if (has('ready')) return 'max_steps';
  return has('waiting') ? 'waiting' : 'complete';
}
