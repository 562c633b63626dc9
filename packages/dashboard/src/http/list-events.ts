import { contains, fits } from '../event/filter.ts';
import { eventPieces, type StoredEvent } from '../event/stored.ts';
import type { Ring } from '../store/ring.ts';
import type { Reply } from './exchange.ts';
import { HttpProblem } from './problem.ts';
import { filterIn, limitIn } from './query.ts';

/** Bytes of events that one search reads: a search must not delay requests that post events. */
const SEARCH_BYTES = 8 * 1024 * 1024;
/** Larger responses are not cached. */
const CACHE_BYTES = 4 * 1024 * 1024;
const COMMA = Buffer.from(',');
const END = Buffer.from(']}');
const LIMIT = 1_000;
const DEFAULT_LIMIT = 100;
const FILTERS = ['type', 'service', 'stage', 'file', 'endpoint', 'since', 'until', 'q', 'cursor'];

export interface Found {
  page: StoredEvent[];
  /** All matches, including those outside the page. */
  matching: number;
  /** False if the search stopped early: then `matching` is too low. */
  complete: boolean;
  /** The event after which the next page starts; undefined if there is none. */
  last: StoredEvent | undefined;
}

/** Finds events in memory, newest first. @param most highest allowed limit @throws HttpProblem 422 */
export function findEvents(ring: Ring, query: URLSearchParams, most = LIMIT): Found {
  const limit = limitIn(query, DEFAULT_LIMIT, most);
  const filter = filterIn(query);
  const cursor = cursorIn(query);
  const page: StoredEvent[] = [];
  const all = FILTERS.every((name) => (query.get(name) ?? '') === '');
  // The usual request, every few seconds, needs only the page.
  if (all) {
    for (const event of ring.newestFirst()) if (page.push(event) === limit) break;
    return { page, matching: ring.size, complete: true, last: page.length === limit ? page.at(-1) : undefined };
  }
  let matching = 0;
  let searched = 0;
  const isMatch = (event: StoredEvent): boolean => {
    if (!fits(event, filter)) return false;
    if (filter.search !== '') searched += event.raw.length;
    return contains(event, filter);
  };
  let previous: StoredEvent | undefined;
  for (const event of ring.newestFirst()) {
    if (cursor !== undefined && !isBehind(event, cursor)) continue;
    if (searched > SEARCH_BYTES)
      return { page, matching, complete: false, last: page.length === limit ? page.at(-1) : previous };
    previous = event;
    if (!isMatch(event)) continue;
    matching++;
    if (page.length < limit) page.push(event);
  }
  const last = page.length === limit ? page.at(-1) : undefined;
  // Matches on earlier pages are only counted.
  for (const event of ring.newestFirst()) {
    if (cursor === undefined || isBehind(event, cursor)) break;
    if (searched > SEARCH_BYTES) return { page, matching, complete: false, last };
    if (isMatch(event)) matching++;
  }
  return { page, matching, complete: true, last };
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
  const { page, matching, complete, last } = findEvents(ring, query);
  const cursor = last === undefined ? null : `${last.key}_${last.seq}`;
  return itemPieces(page, { total: page.length, total_matching: matching, complete, cursor });
}

/** A response with events: `items`, the other properties, and `meta`. */
export function itemPieces(events: readonly StoredEvent[], rest: Readonly<Record<string, unknown>>): Buffer[] {
  const pieces: Buffer[] = [Buffer.from('{"items":[')];
  for (const [i, event] of events.entries()) {
    if (i > 0) pieces.push(COMMA);
    pieces.push(...eventPieces(event));
  }
  pieces.push(Buffer.from(`],${JSON.stringify(rest).slice(1, -1)},"meta":[`));
  for (const [i, event] of events.entries()) {
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
