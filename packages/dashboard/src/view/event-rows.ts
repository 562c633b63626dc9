import type { EventRow, Listing, OpenedEvent } from '@analyzer/contracts/pages/dashboard';
import type { EventFacts } from '../event/facts.ts';
import { secondsOf } from '../event/order.ts';
import type { StoredEvent } from '../event/stored.ts';
import { transitionText } from '../event/transition-text.ts';
import { findEvents } from '../http/list-events.ts';
import type { EventStore } from '../store/event-store.ts';

const TEXT_SHOWN = 300;

/**
 * The list of the page: a line for each event, and one complete event.
 *
 * @param query filters of GET /events, `limit` up to the size of the ring, and `open`, a sequence number
 * @throws HttpProblem 422
 */
export function listingOf({ ring }: EventStore, query: URLSearchParams): Listing {
  const { page, matching, complete } = findEvents(ring, query, Math.max(1_000, ring.capacity));
  const open = Number(query.get('open') ?? '');
  const opened = open > 0 ? ring.find(open) : undefined;
  // A link to one event shows it even if the filters exclude it.
  const shown = opened === undefined || page.includes(opened) ? page : [opened, ...page];
  return {
    events: shown.map(rowOf),
    matching,
    complete,
    opened: opened === undefined ? null : openedOf(opened),
  };
}

function openedOf({ seq, at, cut, raw }: StoredEvent): OpenedEvent {
  return { seq, received: at, cut, json: raw.toString() };
}

function rowOf({ seq, at, cut, facts }: StoredEvent): EventRow {
  const { type, service, timestamp } = facts;
  const when = timestamp === null ? (at ?? 0) : secondsOf(timestamp) * 1000;
  return { seq, at: when, type, service, text: summaryOf(facts).slice(0, TEXT_SHOWN), cut };
}

/** One line that describes an event. */
export function summaryOf(facts: EventFacts): string {
  const { type, headline, status, diffStatus, endpoint, url, file } = facts;
  if (type === 'HEALTH_TRANSITION') return transitionText(facts);
  if (headline !== '') return headline;
  return [status === '' ? diffStatus : status, endpoint === '' ? url : endpoint, file]
    .filter((part) => part !== '')
    .join(' · ');
}
