import { happenedAt } from '../event/order.ts';
import { firstFailingLine } from '../event/reason.ts';
import { eventPieces, type StoredEvent } from '../event/stored.ts';
import type { Ring } from '../store/ring.ts';
import type { Reply } from './exchange.ts';
import { HttpProblem } from './problem.ts';
import { limitIn, momentIn } from './query.ts';

/** Bytes of events that one search looks at: it must not hold up those who post. */
const SEARCH_BYTES = 8 * 1024 * 1024;
const LIMIT = 1_000;
const DEFAULT_LIMIT = 100;

export interface Found {
  page: StoredEvent[];
  /** All that match, also those beyond the page. */
  matching: number;
  /** False when the search stopped early. */
  complete: boolean;
  limit: number;
}

/** Finds events of the ring, newest first. @throws HttpProblem 422 */
export function findEvents(ring: Ring, query: URLSearchParams): Found {
  const limit = limitIn(query, DEFAULT_LIMIT, LIMIT);
  const matches = filterOf(query);
  const cursor = cursorIn(query);
  const search = (query.get('q') ?? '').toLowerCase();
  const page: StoredEvent[] = [];
  let matching = 0;
  let searched = 0;
  for (const event of ring.newestFirst()) {
    if (!matches(event)) continue;
    if (search !== '') {
      searched += event.raw.length;
      if (searched > SEARCH_BYTES) return { page, matching, complete: false, limit };
      if (!textOf(event).includes(search)) continue;
    }
    matching++;
    if (page.length < limit && (cursor === undefined || isBehind(event, cursor))) page.push(event);
  }
  return { page, matching, complete: true, limit };
}

/** Answers GET /events. @throws HttpProblem 422 */
export function listEvents(ring: Ring, query: URLSearchParams): Reply {
  const { page, matching, complete, limit } = findEvents(ring, query);
  const last = page.at(-1);
  const next = page.length === limit && last !== undefined ? `${last.key}_${last.seq}` : null;
  const pieces: (Buffer | string)[] = ['{"items":['];
  for (const [i, event] of page.entries()) {
    if (i > 0) pieces.push(',');
    pieces.push(...eventPieces(event));
  }
  const meta = page.map(({ seq, at, cut, facts }) => ({
    seq,
    received_at: at,
    cut,
    headline: firstFailingLine(facts.reason),
  }));
  const rest = { total: page.length, total_matching: matching, complete, cursor: next, meta };
  pieces.push(`],${JSON.stringify(rest).slice(1)}`);
  return { status: 200, type: 'application/json', pieces };
}

function filterOf(query: URLSearchParams): (event: StoredEvent) => boolean {
  const type = query.get('type') ?? '';
  const service = query.get('service') ?? '';
  const since = momentIn(query, 'since') ?? Number.NEGATIVE_INFINITY;
  const until = momentIn(query, 'until') ?? Number.POSITIVE_INFINITY;
  const timed = query.has('since') || query.has('until');
  return ({ facts, at }) => {
    if (type !== '' && facts.type !== type) return false;
    if (service !== '' && facts.service !== service) return false;
    if (!timed) return true;
    const when = happenedAt(facts, at);
    return when >= since && when <= until;
  };
}

/** The values of an event, case-folded; escapes are resolved, so that what is read is what is found. */
function textOf({ raw }: StoredEvent): string {
  const text = raw.toString();
  return (text.includes('\\') ? JSON.stringify(JSON.parse(text)).replaceAll('\\"', '"') : text).toLowerCase();
}

interface Cursor {
  key: number;
  seq: number;
}

function cursorIn(query: URLSearchParams): Cursor | undefined {
  const text = query.get('cursor');
  if (text === null || text === '') return undefined;
  const [key, seq] = text.split('_').map(Number);
  if (key !== undefined && seq !== undefined && !Number.isNaN(key) && Number.isSafeInteger(seq)) return { key, seq };
  const msg = 'Input should be a cursor of an earlier answer';
  throw new HttpProblem(422, [{ type: 'value_error', loc: ['query', 'cursor'], msg, input: text.slice(0, 100) }]);
}

function isBehind(event: StoredEvent, { key, seq }: Cursor): boolean {
  return event.key < key || (event.key === key && event.seq < seq);
}
