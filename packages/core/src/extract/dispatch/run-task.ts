import { copyHandoff } from '../handoff/copy-handoff.ts';
import { isSettled } from '../result/verify-plan.ts';
import { ticketDigest } from '../tracker/digest.ts';
import { type Ticket, WAITING_FOR_DEPENDENCIES } from '../tracker/port.ts';
import { handOver, type Runner } from './hand-over.ts';
import type { Journal } from './journal.ts';
import type { Projects } from './survey.ts';
import type { TaskStatus } from './task-states.ts';

/**
 * Prepares a ready task: copies the files of the tasks before it, reads the ticket again, and removes the label that keeps
 * other runners from it.
 *
 * @returns its ticket, or why it cannot run
 * @throws AnalyzerError `tracker_unavailable`, `output_failed`, `cancelled`
 */
export async function prepareTask(
  { task, check, recorded, ticket }: TaskStatus,
  states: readonly TaskStatus[],
  { rootOf, trackerOf }: Projects,
  signal?: AbortSignal,
): Promise<Ticket | string> {
  if (recorded === undefined || ticket === undefined || !('handoff' in check)) return 'the task has no ticket';
  const refusal = await copyHandoff(check.handoff, rootOf, rootOf(task.project), signal);
  if (refusal !== undefined) return `${refusal.file}: ${refusal.message}`;
  const tracker = trackerOf(task.project);
  const current = await tracker.get(ticket.id);
  if (current === undefined || current.status !== 'open' || ticketDigest(current) !== recorded.digest) {
    return 'the ticket changed while the task was prepared';
  }
  if (current.labels.includes(WAITING_FOR_DEPENDENCIES)) {
    await tracker.setLabels(ticket.id, { remove: [WAITING_FOR_DEPENDENCIES] });
  }
  const blockers = current.blockedBy.filter((id) => !isVerifiedTask(id, task.project, states));
  // The ticket of a task that is not needed is never done, and koru would wait for it.
  if (hasUnneeded(current, task.project, states)) await tracker.setBlockedBy(ticket.id, blockers);
  return current;
}

/**
 * Prepares a ready task and hands it to the executor.
 *
 * @returns why it was not handed over; undefined if it was
 * @throws AnalyzerError `usage`, `tracker_unavailable`, `output_failed`, `cancelled`
 */
export async function runTask(
  ready: TaskStatus,
  states: readonly TaskStatus[],
  journal: Journal,
  projects: Projects,
  runner: Runner,
): Promise<string | undefined> {
  if (projects.workRootOf(ready.task.project) !== projects.rootOf(ready.task.project)) {
    return 'its project has a work tree; use `analyzer tickets begin` and `analyzer tickets submit`';
  }
  const current = await prepareTask(ready, states, projects, runner.signal);
  if (typeof current === 'string') return current;
  await handOver({ ...ready, ticket: current }, journal, projects, runner);
  return undefined;
}

function isVerifiedTask(id: string, project: string, states: readonly TaskStatus[]): boolean {
  return states.some(({ recorded, check }) => isTicket(recorded, id, project) && isSettled(check));
}

function hasUnneeded({ blockedBy }: Ticket, project: string, states: readonly TaskStatus[]): boolean {
  return states.some(
    ({ recorded, check }) => check.state === 'not_needed' && blockedBy.some((id) => isTicket(recorded, id, project)),
  );
}

function isTicket(recorded: TaskStatus['recorded'], id: string, project: string): boolean {
  return recorded?.project === project && recorded.ticket_id === id;
}
