import type { ExtractionStatusV1 } from '@analyzer/contracts/analyzer.extraction-status.v1';
import type { TaskStatus } from '../dispatch/task-states.ts';
import type { Refusal } from '../result/model.ts';
import { currentPlan, type ExtractionState } from '../state/model.ts';
import { supersededTickets } from './reconcile.ts';

type Problem = NonNullable<ExtractionStatusV1['tasks'][number]['problems']>[number];

/** The states of all tasks as JSON. */
export function statusDocument(state: ExtractionState, states: readonly TaskStatus[]): ExtractionStatusV1 {
  const { snapshot_id, plan_digest } = currentPlan(state);
  return {
    schema: 'analyzer.extraction-status.v1',
    snapshot_id,
    plan_digest,
    tasks: states.map(({ task, recorded, ticket, check, state: its, reason }) => ({
      task_key: task.task_key,
      ticket_key: recorded?.task_key ?? task.task_key,
      stage: task.stage,
      project: task.project,
      title: task.title,
      after: task.after,
      state: its,
      reason,
      assurance: check.state === 'verified' || check.state === 'delivered' ? check.assurance : null,
      checks: 'checks' in check ? check.checks.map((one) => ({ ...one })) : [],
      problems: check.state === 'refused' ? check.refusals.map(problemOf) : [],
      ticket: ticket === undefined ? null : { id: ticket.id, status: ticket.status },
    })),
    superseded: supersededTickets(state).map(({ key, project, ticketId }) => ({
      ticket_key: key,
      project,
      id: ticketId,
    })),
  };
}

function problemOf({ reason, file, message }: Refusal): Problem {
  return { code: reason, path: file, message };
}
