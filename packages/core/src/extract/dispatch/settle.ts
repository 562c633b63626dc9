import { artifactFolder } from '../result/model.ts';
import type { TaskCheck } from '../result/verify-plan.ts';
import type { Ticket, TicketStatus, Tracker } from '../tracker/port.ts';
import type { Projects, Survey, SurveyedTask } from './survey.ts';
import { undecidedReason } from './task-states.ts';
import { lastAttempt } from './unsettled.ts';

/**
 * Updates the tickets of which the attempt ended: only the result on disk decides, never the process. It may be repeated
 * after a crash.
 *
 * @returns keys of the tasks of which a ticket changed
 */
export async function settleTickets(survey: Survey, projects: Projects): Promise<string[]> {
  const changed: string[] = [];
  for (const one of survey.tasks) {
    const { recorded, ticket, check, task } = one;
    if (recorded === undefined || ticket === undefined || !hasEnded(one, survey)) continue;
    const tracker = projects.trackerOf(task.project);
    if ('delivery' in check) await recordDelivery(ticket, check, tracker);
    const next = nextStatus(ticket.status, check);
    if (next === undefined) continue;
    await tracker.setStatus(ticket.id, ...next);
    changed.push(task.task_key);
  }
  return changed;
}

/** Whether the last attempt of the ticket that counts ended, or a person checked it. */
function hasEnded({ recorded }: SurveyedTask, { state }: Survey): boolean {
  const last = recorded === undefined ? undefined : lastAttempt(state, recorded.task_key);
  return last !== undefined && (last.state === 'ended' || last.state === 'resolved');
}

export async function recordDelivery(
  ticket: Ticket,
  { delivery: { key, file, result } }: Extract<TaskCheck, { delivery: unknown }>,
  tracker: Tracker,
): Promise<void> {
  const folder = artifactFolder(key);
  const path = `${folder}/result.json`;
  if (ticket.artifacts.includes(path)) return;
  await tracker.recordResult(ticket.id, {
    key: `${key}:${file.sha256}`,
    artifacts: [path, ...result.artifacts.map((artifact) => `${folder}/${artifact.path}`)],
    result: { path, sha256: file.sha256 },
  });
}

/** Only a ticket in progress changes: other programs and people decide about the others. */
function nextStatus(status: TicketStatus, check: TaskCheck): [status: TicketStatus, reason?: string] | undefined {
  if (status !== 'in_progress') return undefined;
  switch (check.state) {
    case 'delivered':
      return ['done'];
    case 'refused': {
      const [first] = check.refusals;
      const reason = `${first?.file}: ${first?.message}`;
      return [first?.reason === 'failed' ? 'failed' : 'review', reason];
    }
    case 'undecided':
      return ['review', undecidedReason(check)];
    case 'no_result':
      return ['review', 'the attempt ended without a result'];
    default:
      return undefined;
  }
}
