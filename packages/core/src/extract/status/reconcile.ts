import type { Projects } from '../dispatch/survey.ts';
import type { TaskStatus } from '../dispatch/task-states.ts';
import { copyHandoff } from '../handoff/copy-handoff.ts';
import { baseKey, currentPlan, type ExtractionState } from '../state/model.ts';
import { WAITING_FOR_DEPENDENCIES } from '../tracker/port.ts';
import { isFinal } from '../tracker/status-words.ts';

/** A ticket of which the waiting label changed. */
export interface LabelChange {
  key: string;
  ticketId: string;
  change: 'released' | 'held';
}

/**
 * Sets the label that keeps runners from a ticket, on every unfinished ticket: it waits while a task before it is not
 * verified or a file that it cites changed, and forever if the current plan does not have the task. Before a ticket is released its project receives the files of
 * the tasks before it. It may be repeated after a crash.
 *
 * @throws AnalyzerError `tracker_unavailable`, `output_failed`, `cancelled`
 */
export async function reconcile(
  state: ExtractionState,
  states: readonly TaskStatus[],
  projects: Projects,
  signal?: AbortSignal,
): Promise<LabelChange[]> {
  const changes: LabelChange[] = [];
  for (const one of states) {
    const { recorded, ticket, task, check } = one;
    if (recorded === undefined || ticket === undefined || isFinal(ticket.status)) continue;
    const isHeld = ticket.labels.includes(WAITING_FOR_DEPENDENCIES);
    const mayRelease = check.state !== 'waiting' && check.state !== 'not_needed' && one.state !== 'stale';
    if (isHeld === !mayRelease) continue;
    const { rootOf, trackerOf } = projects;
    if (!mayRelease) {
      // A task without predecessors never waits for them.
      if (task.after.length === 0) continue;
      await trackerOf(task.project).setLabels(ticket.id, { add: [WAITING_FOR_DEPENDENCIES] });
      changes.push({ key: recorded.task_key, ticketId: ticket.id, change: 'held' });
      continue;
    }
    const refusal = await copyHandoff(check.handoff, rootOf, rootOf(task.project), signal);
    if (refusal !== undefined) continue;
    await trackerOf(task.project).setLabels(ticket.id, { remove: [WAITING_FOR_DEPENDENCIES] });
    changes.push({ key: recorded.task_key, ticketId: ticket.id, change: 'released' });
  }
  return [...changes, ...(await holdSuperseded(state, projects))];
}

/** A recorded ticket of a task that the current plan does not have. */
export interface Superseded {
  key: string;
  project: string;
  ticketId: string;
}

export function supersededTickets(state: ExtractionState): Superseded[] {
  const planned = new Set(currentPlan(state).tasks.map(({ task_key: key }) => key));
  return state.tickets
    .filter(({ task_key: key }) => !planned.has(baseKey(key)))
    .map(({ task_key: key, project, ticket_id: ticketId }) => ({ key, project, ticketId }));
}

async function holdSuperseded(state: ExtractionState, projects: Projects): Promise<LabelChange[]> {
  const changes: LabelChange[] = [];
  for (const { key, project, ticketId } of supersededTickets(state)) {
    const tracker = projects.trackerOf(project);
    const ticket = await tracker.get(ticketId);
    if (ticket === undefined || isFinal(ticket.status) || ticket.labels.includes(WAITING_FOR_DEPENDENCIES)) continue;
    await tracker.setLabels(ticketId, { add: [WAITING_FOR_DEPENDENCIES] });
    changes.push({ key, ticketId, change: 'held' });
  }
  return changes;
}
