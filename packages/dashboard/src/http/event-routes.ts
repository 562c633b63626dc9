import { acceptEvent, parseJson } from '../event/accept.ts';
import type { Actions } from '../store/actions.ts';
import { type EventStore, Overloaded } from '../store/event-store.ts';
import type { Ask, Reply, Route } from './exchange.ts';
import { EventLister } from './list-events.ts';
import { HttpProblem } from './problem.ts';

const BATCH_LINES = 1_000;

/** Routes to receive, list, count and clear events. */
export function eventRoutes(store: EventStore, actions: Actions): Route[] {
  const lister = new EventLister(store.ring);
  return [
    {
      method: 'POST',
      path: '/events',
      aliases: ['/events/events'],
      scope: 'ingest',
      body: 'application/json',
      summary: 'Receive one event; the response follows once it is on disk.',
      handle: async ({ body, sender }) => ({ status: 201, json: await receive(store, body, sender) }),
    },
    {
      method: 'POST',
      path: '/events/batch',
      scope: 'ingest',
      body: 'application/x-ndjson',
      summary: 'Receive up to 1000 events, one per line; the response has a result for each.',
      handle: (ask) => receiveBatch(store, ask),
    },
    {
      method: 'GET',
      path: '/events',
      aliases: ['/events/events'],
      scope: 'read',
      summary: 'List recent events, newest first: type, service, limit, since, until, q, cursor.',
      handle: ({ query }) => lister.list(query),
    },
    {
      method: 'DELETE',
      path: '/events',
      scope: 'admin',
      summary: 'Clear the store.',
      handle: async ({ source }) => {
        await actions.clear(source);
        return { status: 204, empty: true };
      },
    },
    {
      method: 'GET',
      path: '/events/stats',
      scope: 'read',
      summary: 'Count the events in memory by type.',
      handle: () => ({ status: 200, json: statsOf(store) }),
    },
  ];
}

/** Stores one event. @returns the body of the 201 @throws HttpProblem 422; Overloaded */
async function receive(store: EventStore, body: Buffer, sender: string): Promise<Record<string, unknown>> {
  const accepted = acceptEvent(body);
  if ('complaints' in accepted) throw new HttpProblem(422, accepted.complaints);
  const received = store.clock.now();
  const { seq, durable, notified } = await store.accept(accepted, received, sender);
  const { type, timestamp } = accepted.facts;
  return {
    accepted: true,
    type,
    timestamp: timestamp ?? Math.floor(received / 1000),
    notifications_sent: notified,
    seq,
    ...(durable ? {} : { durable }),
    ...(accepted.cut === 0 ? {} : { cut: accepted.cut }),
  };
}

async function receiveBatch(store: EventStore, { body, sender }: Ask): Promise<Reply> {
  const lines = linesOf(body);
  if (lines.length > BATCH_LINES) throw new HttpProblem(413, `A batch has at most ${BATCH_LINES} lines`);
  const results = await Promise.all(
    lines.map(async (line) => {
      try {
        return { status: 201, ...(await receive(store, line, sender)) };
      } catch (error) {
        if (error instanceof HttpProblem) {
          store.counters.refuse(error.status, 'batch');
          return { status: error.status, detail: error.detail };
        }
        if (error instanceof Overloaded) return { status: 503, detail: error.message };
        throw error;
      }
    }),
  );
  return { status: 207, json: { accepted: results.filter(({ status }) => status === 201).length, results } };
}

function linesOf(body: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < body.length; ) {
    const end = body.indexOf(10, start);
    const line = body.subarray(start, end < 0 ? body.length : end);
    start = end < 0 ? body.length : end + 1;
    if (line.length > 0 && !(line.length === 1 && line[0] === 13)) lines.push(line);
  }
  return lines;
}

function statsOf({ ring }: EventStore): { total: number; by_type: Record<string, number> } {
  const counts: Record<string, number> = {};
  for (const { facts } of ring.newestFirst()) counts[facts.type] = (counts[facts.type] ?? 0) + 1;
  return { total: ring.size, by_type: counts };
}

/** Parses the body of a route without a schema of its own. @throws HttpProblem 422 */
export function jsonBody(body: Buffer): unknown {
  const parsed = parseJson(body);
  if ('complaints' in parsed) throw new HttpProblem(422, parsed.complaints);
  return parsed.value;
}
