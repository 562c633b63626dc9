import { TICKET_STATUSES, type TicketStatus } from './port.ts';

/** Other words for a status: those that trackers accept, and that people write. */
const ALIASES: Readonly<Record<string, TicketStatus>> = {
  needs_review: 'review',
  cancelled: 'canceled',
  closed: 'done',
  resolved: 'done',
  completed: 'done',
  doing: 'in_progress',
  active: 'in_progress',
  todo: 'open',
  backlog: 'open',
};

/** @returns undefined for an unknown word */
export function statusOf(word: string): TicketStatus | undefined {
  return (
    TICKET_STATUSES.find((status) => status === word) ?? (Object.hasOwn(ALIASES, word) ? ALIASES[word] : undefined)
  );
}

/** Whether a ticket can never get another status. */
export function isFinal(status: TicketStatus): boolean {
  return status === 'done' || status === 'canceled';
}
