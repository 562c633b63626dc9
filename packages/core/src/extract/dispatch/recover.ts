import { baseKey } from '../state/model.ts';
import { WAITING_FOR_REVIEW } from '../tracker/port.ts';
import type { Journal } from './journal.ts';
import { recordWork } from './record-work.ts';
import type { Projects } from './survey.ts';
import { isUnsettled, mayBeAlive } from './unsettled.ts';

/**
 * Continues after this program was killed: an attempt that it was waiting for is ambiguous. If its process may still
 * run, it is only marked when the process has ended, and nothing else runs in its project.
 */
export async function recoverAttempts(journal: Journal, projects: Projects): Promise<void> {
  const { state } = journal;
  const tickets = new Map(state.tickets.map((ticket) => [ticket.task_key, ticket]));
  for (const attempt of state.attempts.filter((one) => isUnsettled(one) && one.begun !== true)) {
    if (attempt.pid !== null && mayBeAlive(attempt)) continue;
    const recorded = tickets.get(attempt.task_key) ?? tickets.get(baseKey(attempt.task_key));
    const work = recorded && (await recordWork(attempt, recorded.project, journal, projects));
    if (attempt.state !== 'ambiguous') journal.change(attempt, { state: 'ambiguous', ...work });
    if (recorded === undefined) continue;
    const tracker = projects.trackerOf(recorded.project);
    const ticket = await tracker.get(recorded.ticket_id);
    if (ticket !== undefined && !ticket.labels.includes(WAITING_FOR_REVIEW)) {
      await tracker.setLabels(ticket.id, { add: [WAITING_FOR_REVIEW] });
    }
  }
}
