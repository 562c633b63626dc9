import { isDeepStrictEqual } from 'node:util';
import { AnalyzerError } from '@analyzer/contracts';
import type { Ticket, Tracker } from '../tracker/port.ts';
import { isFinal } from '../tracker/status-words.ts';
import type { StoredIssue } from './hosting-fixture.ts';
import { neutralText } from './neutral-text.ts';
import type { Hosting, Publication } from './port.ts';

const MAX_TEXT_LENGTH = 60_000;
const CUT = '[The text ends here. The ticket has all of it.]';

/** A hosting service in this process, for tests. */
export class FakeService {
  readonly issues: StoredIssue[] = [];
  requests = 0;
  isRefusing = false;
  /** Number of the issue of each ticket. */
  readonly #numbers = new Map<string, number>();

  find(ticketId: string): StoredIssue | undefined {
    return this.issues.find(({ number }) => number === this.#numbers.get(ticketId));
  }

  store(ticketId: string, { title, body, labels, isOpen }: Omit<StoredIssue, 'number'>): StoredIssue {
    this.requests++;
    if (this.isRefusing) throw unavailable('the service refuses the request');
    const number = this.#numbers.get(ticketId) ?? this.issues.length + 1;
    const issue = { number, title, body, labels, isOpen };
    this.issues[number - 1] = issue;
    this.#numbers.set(ticketId, number);
    return issue;
  }
}

/** The issues of the tickets of one tracker in a fake service. */
export class FakeHosting implements Hosting {
  readonly #tracker: Tracker;
  readonly #service: FakeService;

  constructor(tracker: Tracker, service: FakeService) {
    this.#tracker = tracker;
    this.#service = service;
  }

  async preview(ticketId: string): Promise<Publication> {
    return this.#publication(await this.#ticket(ticketId));
  }

  async sync(ticketId: string): Promise<Publication> {
    const ticket = await this.#ticket(ticketId);
    const publication = this.#publication(ticket);
    if (publication.action === 'none') return publication;
    const { number } = this.#service.store(ticketId, issueOf(ticket));
    return { ...publication, issue: { number: String(number), url: null } };
  }

  async #ticket(id: string): Promise<Ticket> {
    const ticket = await this.#tracker.get(id);
    if (ticket === undefined) throw unavailable(`there is no ticket ${id}`);
    return ticket;
  }

  #publication(ticket: Ticket): Publication {
    const wanted = issueOf(ticket);
    const found = this.#service.find(ticket.id);
    const isCurrent = found !== undefined && isDeepStrictEqual(found, { ...wanted, number: found.number });
    return {
      ticketId: ticket.id,
      title: wanted.title,
      labels: ticket.labels,
      issue: found === undefined ? null : { number: String(found.number), url: null },
      action: found === undefined ? 'create' : isCurrent ? 'none' : 'update',
    };
  }
}

function issueOf({ title, description, labels, status }: Ticket): Omit<StoredIssue, 'number'> {
  const text = neutralText(description);
  const body = text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH)}${CUT}`;
  return { title: neutralText(title), body, labels, isOpen: !isFinal(status) };
}

function unavailable(problem: string): AnalyzerError {
  return new AnalyzerError('tracker_unavailable', { problem });
}
