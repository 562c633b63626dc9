import type { ServerResponse } from 'node:http';
import { eventPieces, type StoredEvent } from '../event/stored.ts';
import type { Ask, Reply, Route } from '../http/exchange.ts';
import { SECURITY_HEADERS } from '../http/guard.ts';
import { HttpProblem } from '../http/problem.ts';
import type { EventStore } from '../store/event-store.ts';

export interface StreamLimits {
  readers: number;
  /** Bytes that may wait for one reader. */
  queuedBytes: number;
  heartbeatMs: number;
  /** A reader that reads nothing for this time is disconnected, in milliseconds. */
  stalledMs: number;
}

export const STREAM_LIMITS: StreamLimits = {
  readers: 500,
  queuedBytes: 1024 * 1024,
  heartbeatMs: 15_000,
  stalledMs: 30_000,
};

interface Reader {
  response: ServerResponse;
  /** Time since which it has read nothing; undefined while no bytes wait. */
  stalledSince: number | undefined;
}

/**
 * Server-sent events (WHATWG HTML, section 9.2) of all stored events. An id is `epoch-seq`: a reader that reconnects
 * with it gets the missed events, or `reset` if they have left the ring or belong to another store.
 */
export class EventStream {
  readonly #store: EventStore;
  readonly #limits: StreamLimits;
  readonly #readers = new Set<Reader>();
  readonly #timer: NodeJS.Timeout;

  constructor(store: EventStore, limits: StreamLimits = STREAM_LIMITS) {
    this.#store = store;
    this.#limits = limits;
    store.onEvent((event) => {
      if (this.#readers.size > 0) this.#sendAll(this.#frame(event));
      return 0;
    });
    store.onClear(() => this.#sendAll(Buffer.from(this.#reset('cleared'))));
    this.#timer = setInterval(() => this.#beat(), limits.heartbeatMs).unref();
  }

  get readers(): number {
    return this.#readers.size;
  }

  get route(): Route {
    return {
      method: 'GET',
      path: '/events/stream',
      scope: 'read',
      summary: 'Server-sent events of all events stored from now on, or after Last-Event-ID.',
      handle: (ask) => this.#open(ask),
    };
  }

  close(): void {
    clearInterval(this.#timer);
    for (const { response } of this.#readers) response.end();
    this.#readers.clear();
  }

  #open({ request, response, query, method }: Ask): Reply {
    if (this.#readers.size >= this.#limits.readers) {
      throw new HttpProblem(503, 'Too many readers', { 'Retry-After': '10' });
    }
    response.writeHead(200, { ...SECURITY_HEADERS, 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
    if (method === 'HEAD') {
      response.end();
      return 'taken';
    }
    request.socket.setTimeout(0);
    const header = request.headers['last-event-id'];
    const last = typeof header === 'string' ? header : query.get('last_event_id');
    const reader: Reader = { response, stalledSince: undefined };
    this.#readers.add(reader);
    response.on('close', () => this.#readers.delete(reader));
    response.on('error', () => this.#readers.delete(reader));
    this.#send(reader, Buffer.from('retry: 2000\n: open\n\n'));
    if (last !== null && last !== '') this.#replay(reader, last);
    return 'taken';
  }

  #replay(reader: Reader, last: string): void {
    const [epoch, number = ''] = last.split('-', 2);
    const seq = Number(number);
    const { ring } = this.#store;
    const known = epoch === this.#store.epoch && Number.isSafeInteger(seq) && seq <= this.#store.newest;
    if (!known || seq < this.#store.gapless) {
      this.#send(reader, Buffer.from(this.#reset('gap')));
      return;
    }
    for (const event of ring.since(seq)) this.#send(reader, this.#frame(event));
  }

  #frame(event: StoredEvent): Buffer {
    const { seq, at, cut } = event;
    return Buffer.concat([
      Buffer.from(`id: ${this.#store.epoch}-${seq}\ndata: {"seq":${seq},"received_at":${at},"cut":${cut},"event":`),
      ...eventPieces(event),
      Buffer.from('}\n\n'),
    ]);
  }

  /** Tells a reader to read all events again. */
  #reset(why: 'gap' | 'cleared'): string {
    return `event: reset\nid: ${this.#store.epoch}-${this.#store.newest}\ndata: {"why":"${why}"}\n\n`;
  }

  #sendAll(frame: Buffer): void {
    for (const reader of this.#readers) this.#send(reader, frame);
  }

  #send(reader: Reader, frame: Buffer): void {
    const { response } = reader;
    if (response.writableLength + frame.length > this.#limits.queuedBytes) {
      this.#cutOff(reader);
      return;
    }
    if (response.write(frame)) reader.stalledSince = undefined;
    else reader.stalledSince ??= this.#store.clock.elapsed();
  }

  #beat(): void {
    for (const reader of this.#readers) {
      if (!reader.response.writableNeedDrain) reader.stalledSince = undefined;
      const stalledFor = this.#store.clock.elapsed() - (reader.stalledSince ?? Number.POSITIVE_INFINITY);
      const stalled = stalledFor > this.#limits.stalledMs;
      if (stalled) this.#cutOff(reader);
      else this.#send(reader, Buffer.from(': heartbeat\n\n'));
    }
  }

  #cutOff(reader: Reader): void {
    this.#readers.delete(reader);
    reader.response.destroy();
    this.#store.counters.readersCutOff++;
  }
}
