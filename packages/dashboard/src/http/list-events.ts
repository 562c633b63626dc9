import { happenedAt } from '../event/order.ts';
import { eventPieces, type StoredEvent } from '../event/stored.ts';
import type { Ring } from '../store/ring.ts';
import type { Reply } from './exchange.ts';
import { HttpProblem } from './problem.ts';
import { limitIn, momentIn } from './query.ts';

/** Bytes of events that one search reads: a search must not delay requests that post events. */
const SEARCH_BYTES = 8 * 1024 * 1024;
/** Larger responses are not cached. */
const CACHE_BYTES = 4 * 1024 * 1024;
const COMMA = Buffer.from(',');
const END = Buffer.from(']}');
const LIMIT = 1_000;
const DEFAULT_LIMIT = 100;

export interface Found {
  page: StoredEvent[];
  /** All matches, including those outside the page. */
  matching: number;
  /** False if the search stopped early. */
  complete: boolean;
  limit: number;
}

/** Finds events in memory, newest first. @param most highest allowed limit @throws HttpProblem 422 */
export function findEvents(ring: Ring, query: URLSearchParams, most = LIMIT): Found {
  const limit = limitIn(query, DEFAULT_LIMIT, most);
  const matches = filterOf(query);
  const cursor = cursorIn(query);
  const search = (query.get('q') ?? '').toLowerCase();
  const page: StoredEvent[] = [];
  let matching = 0;
  let searched = 0;
  const all = ['type', 'service', 'since', 'until', 'q', 'cursor'].every((name) => (query.get(name) ?? '') === '');
  for (const event of ring.newestFirst()) {
    // The usual request, every few seconds, needs only the page.
    if (all && page.length === limit) return { page, matching: ring.size, complete: true, limit };
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

/** Answers GET /events. The last response is cached until an event arrives: many readers send the same request. */
export class EventLister {
  readonly #ring: Ring;
  #last: { query: string; version: number; answer: Buffer } | undefined;

  constructor(ring: Ring) {
    this.#ring = ring;
  }

  /** @throws HttpProblem 422 */
  list(query: URLSearchParams): Reply {
    const text = query.toString();
    const { version } = this.#ring;
    if (this.#last?.query === text && this.#last.version === version) return reply([this.#last.answer]);
    const pieces = listing(this.#ring, query);
    const size = pieces.reduce((sum, { length }) => sum + length, 0);
    if (size > CACHE_BYTES) return reply(pieces);
    const answer = Buffer.concat(pieces, size);
    this.#last = { query: text, version, answer };
    return reply([answer]);
  }
}

function reply(pieces: readonly Buffer[]): Reply {
  return { status: 200, type: 'application/json', pieces };
}

function listing(ring: Ring, query: URLSearchParams): Buffer[] {
  const { page, matching, complete, limit } = findEvents(ring, query);
  const last = page.at(-1);
  const next = page.length === limit && last !== undefined ? `${last.key}_${last.seq}` : null;
  const pieces: Buffer[] = [Buffer.from('{"items":[')];
  for (const [i, event] of page.entries()) {
    if (i > 0) pieces.push(COMMA);
    pieces.push(...eventPieces(event));
  }
  const rest = JSON.stringify({ total: page.length, total_matching: matching, complete, cursor: next });
  pieces.push(Buffer.from(`],${rest.slice(1, -1)},"meta":[`));
  for (const [i, event] of page.entries()) {
    if (i > 0) pieces.push(COMMA);
    pieces.push(metaOf(event));
  }
  pieces.push(END);
  return pieces;
}

/** Readers request an event many times while it is in memory. */
const metas = new WeakMap<StoredEvent, Buffer>();

function metaOf(event: StoredEvent): Buffer {
  const known = metas.get(event);
  if (known !== undefined) return known;
  const { seq, at, cut, facts } = event;
  const meta = Buffer.from(JSON.stringify({ seq, received_at: at, cut, headline: facts.headline }));
  metas.set(event, meta);
  return meta;
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

/** The values of an event, case-folded and with resolved escapes, so that a search matches the displayed text. */
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
  const msg = 'Input should be a cursor of an earlier response';
  throw new HttpProblem(422, [{ type: 'value_error', loc: ['query', 'cursor'], msg, input: text.slice(0, 100) }]);
}

function isBehind(event: StoredEvent, { key, seq }: Cursor): boolean {
  return event.key < key || (event.key === key && event.seq < seq);
}
