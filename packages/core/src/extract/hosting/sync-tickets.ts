import { AnalyzerError } from '@analyzer/contracts';
import { baseKey, currentPlan, type ExtractionState, type TaskKey } from '../state/model.ts';
import type { Hosting, Publication } from './port.ts';

/** A ticket and its issue. */
export interface TicketIssue {
  key: TaskKey;
  project: string;
  publication: Publication;
}

export interface TicketIssueOptions {
  /** `preview` sends nothing. */
  step: 'preview' | 'sync';
  signal?: AbortSignal | undefined;
}

/**
 * The issues of all tickets, in the order in which they were recorded. A ticket of a task that the current plan lacks is
 * left out, unless it has an issue.
 *
 * @throws AnalyzerError `tracker_unavailable`, `cancelled`
 */
export async function* ticketIssues(
  state: ExtractionState,
  hostingOf: (project: string) => Hosting | undefined,
  { step, signal }: TicketIssueOptions,
): AsyncGenerator<TicketIssue> {
  const planned = new Set(currentPlan(state).tasks.map(({ task_key: key }) => key));
  for (const { task_key: key, project, ticket_id: id } of state.tickets) {
    if (signal?.aborted) throw new AnalyzerError('cancelled', {});
    const hosting = hostingOf(project);
    if (hosting === undefined) continue;
    if (!planned.has(baseKey(key)) && (await hosting.preview(id)).action === 'create') continue;
    yield { key, project, publication: await hosting[step](id) };
  }
}
