import { baseKey, type ExtractionState, type PlannedTask, revisionOf } from '../state/model.ts';
import { ticketDigest } from '../tracker/digest.ts';
import type { Ticket, TicketDraft } from '../tracker/port.ts';
import { isFinal } from '../tracker/status-words.ts';

/** A ticket that exists, and its project. */
export interface FoundTicket {
  project: string;
  ticket: Ticket;
}

/** What happens to a task of the plan. */
export interface TaskAction {
  task: PlannedTask;
  /** Of its current ticket: of the task, or of the last replacement. */
  key: string;
  action: 'create' | 'keep' | 'revise';
}

export interface Actions {
  /** In the order of the plan. */
  tasks: TaskAction[];
  /** Unfinished tickets of tasks that the plan does not have. */
  superseded: FoundTicket[];
}

/**
 * Compares a plan with the existing tickets. Equal task keys keep their ticket. If the inputs of an unfinished task
 * changed, its ticket is revised, unless a person edited what it runs. An interrupted run can have revised a ticket
 * without recording it.
 *
 * @param state with the tickets that are recorded
 * @param found the existing tickets
 * @param draftOf the ticket that a task would get
 * @param isOwn whether a ticket runs what one of the recorded plans says
 */
export function actionsOf(
  tasks: readonly PlannedTask[],
  { tickets }: Pick<ExtractionState, 'tickets'>,
  found: readonly FoundTicket[],
  draftOf: (task: PlannedTask, key: string) => TicketDraft,
  isOwn: (ticket: Ticket) => boolean,
): Actions {
  const latest = latestTickets(found);
  const digests = new Map(tickets.map(({ task_key: key, digest }) => [key, digest]));
  const actionOf = (task: PlannedTask): TaskAction => {
    const ticket = latest.get(task.task_key)?.ticket;
    if (ticket === undefined) return { task, key: task.task_key, action: 'create' };
    const { key } = ticket;
    const its = ticketDigest(ticket);
    const isEdited = digests.has(key) && digests.get(key) !== its && !isOwn(ticket);
    const isCurrent = its === ticketDigest(draftOf(task, key));
    return { task, key, action: isCurrent || isEdited || isFinal(ticket.status) ? 'keep' : 'revise' };
  };
  const planned = new Set(tasks.map(({ task_key: key }) => key));
  const others = [...latest].filter(([key, { ticket }]) => !planned.has(key) && !isFinal(ticket.status));
  return { tasks: tasks.map(actionOf), superseded: others.map(([, one]) => one) };
}

/** The ticket of each task that counts, by the key of the task. */
export function latestTickets(found: readonly FoundTicket[]): Map<string, FoundTicket> {
  const latest = new Map<string, FoundTicket>();
  for (const one of found) {
    const base = baseKey(one.ticket.key);
    const other = latest.get(base);
    if (other === undefined || revisionOf(one.ticket.key) > revisionOf(other.ticket.key)) latest.set(base, one);
  }
  return latest;
}
