import type { TaskStatus } from '@analyzer/core/extract/dispatch/task-states.ts';
import { currentPlan, type ExtractionState } from '@analyzer/core/extract/state/model.ts';
import { supersededTickets } from '@analyzer/core/extract/status/reconcile.ts';
import type { TasksView } from '@analyzer/core/render/tasks/model.ts';
import { countsLine } from './report.ts';

/** The states of all tasks as they are shown. */
export function statusView(state: ExtractionState, states: readonly TaskStatus[]): TasksView {
  return {
    heading: `Plan of snapshot ${currentPlan(state).snapshot_id.slice(0, 12)}: ${countsLine(states)}`,
    tasks: states.map(({ task, recorded, ticket, state: its, reason }) => ({
      key: task.task_key,
      stage: task.stage,
      title: task.title,
      project: task.project,
      after: task.after,
      state: its,
      note: `${reason}${recorded === undefined ? '' : `; ticket ${recorded.ticket_id}`}`,
      brief: ticket?.prompt ?? task.brief,
    })),
    notes: supersededTickets(state).map(
      ({ key, project, ticketId }) => `The plan lacks ${key}: its ticket ${ticketId} of ${project} waits forever.`,
    ),
  };
}
