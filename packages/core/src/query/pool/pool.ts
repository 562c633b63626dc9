import { AnalyzerError, type ErrorCode } from '@analyzer/contracts';
import { problemOf } from '../answer/problem.ts';
import type { SizeLimits } from '../answer/size.ts';
import type { Caller } from '../operation.ts';
import type { Outcome } from '../query.ts';
import type { Answered } from './messages.ts';
import { QueryThread } from './thread.ts';

export interface QueryPoolOptions {
  /** Path of the index, as written by the user. */
  db: string;
  /** Path of an earlier index to compare with. */
  since?: string | undefined;
  /** The program of its threads, which calls `serveQueries`. */
  threadPath: string;
  threads?: number;
  /** Maximum number of waiting queries. */
  mostWaiting?: number;
  /** Maximum milliseconds of a query, waiting included. */
  timeoutMs?: number;
  /** Milliseconds after which a thread that does not stop an abandoned query is replaced. */
  graceMs?: number;
  /** Receives unexpected errors; the outcome does not contain their details. */
  onFault?: (error: unknown) => void;
}

export interface AskOptions {
  signal?: AbortSignal;
  /** Milliseconds; capped by the pool's limit. */
  timeoutMs?: number;
  /** None by default. */
  limits?: SizeLimits;
  caller?: Caller;
}

const THREADS = 2;
const MAX_WAITING = 100;
/** Of the waiting requests that are JSON texts. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const GRACE_MS = 500;

interface Job {
  request: unknown;
  limits: SizeLimits;
  caller: Caller | undefined;
  settle(outcome: Outcome): void;
}

interface Seat {
  thread: QueryThread;
  /** The current job; undefined when idle or working on an abandoned query. */
  job: Job | undefined;
  isFree: boolean;
  giveUp: NodeJS.Timeout | undefined;
}

/**
 * Threads with read-only connections to one index. A query that is cancelled or past its deadline is answered
 * immediately, and its work stops within microseconds to milliseconds; otherwise its thread is replaced.
 */
export class QueryPool {
  readonly #options: Required<Omit<QueryPoolOptions, 'since'>> & Pick<QueryPoolOptions, 'since'>;
  readonly #seats = new Set<Seat>();
  /** Abandoned threads that still run. */
  readonly #leaving = new Set<QueryThread>();
  readonly #waiting = new Set<Job>();
  #whenEmpty: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: QueryPoolOptions) {
    const onFault = (): void => undefined;
    const limits = { threads: THREADS, mostWaiting: MAX_WAITING, timeoutMs: TIMEOUT_MS, graceMs: GRACE_MS };
    this.#options = { onFault, ...limits, ...options };
  }

  /**
   * Answers one request. Never throws.
   *
   * @param request an unchecked `analyzer.request.v1`, or its JSON text in UTF-8, which a thread parses
   */
  ask(request: unknown, { signal, timeoutMs, limits = {}, caller }: AskOptions = {}): Promise<Outcome> {
    if (this.#closing !== undefined) return Promise.resolve(failure('unavailable'));
    if (signal?.aborted) return Promise.resolve(failure('cancelled'));
    if (this.#isFull(request)) return Promise.resolve(failure('busy'));
    return new Promise((resolve) => {
      const limit = Math.min(timeoutMs ?? Number.POSITIVE_INFINITY, this.#options.timeoutMs);
      const late = setTimeout(() => this.#drop(job, 'timeout'), limit);
      const cancel = (): void => this.#drop(job, 'cancelled');
      signal?.addEventListener('abort', cancel, { once: true });
      const job: Job = {
        request,
        limits,
        caller,
        settle(outcome) {
          clearTimeout(late);
          signal?.removeEventListener('abort', cancel);
          resolve(outcome);
        },
      };
      this.#waiting.add(job);
      this.#seatNext();
    });
  }

  #isFull(request: unknown): boolean {
    let bytes = sizeOf(request);
    for (const { request: waiting } of this.#waiting) bytes += sizeOf(waiting);
    return this.#waiting.size >= this.#options.mostWaiting || bytes > MAX_WAITING_BYTES;
  }

  /** Ends all queries and threads. Resolves when every thread has ended. */
  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      this.#whenEmpty = resolve;
      this.#endAll();
    });
    return this.#closing;
  }

  #endAll(): void {
    for (const job of this.#waiting) job.settle(failure('unavailable'));
    this.#waiting.clear();
    for (const seat of this.#seats) {
      seat.job?.settle(failure('unavailable'));
      this.#giveUp(seat);
    }
    if (this.#leaving.size === 0) this.#whenEmpty?.();
  }

  #seatNext(): void {
    for (const job of this.#waiting) {
      const seat = this.#freeSeat();
      if (seat === undefined) return;
      this.#waiting.delete(job);
      seat.isFree = false;
      seat.job = job;
      try {
        seat.thread.ask(job.request, job.limits, job.caller);
      } catch (error) {
        // A request that cannot be sent to a thread, such as one that contains a function.
        seat.isFree = true;
        seat.job = undefined;
        job.settle({ error: problemOf(error, this.#options.onFault) });
      }
    }
  }

  #freeSeat(): Seat | undefined {
    for (const seat of this.#seats) if (seat.isFree) return seat;
    return this.#seats.size < this.#options.threads ? this.#newSeat() : undefined;
  }

  #newSeat(): Seat {
    const { threadPath, db, since, graceMs } = this.#options;
    const thread: QueryThread = new QueryThread(threadPath, { db, since }, graceMs, {
      onAnswer: (answered) => this.#onAnswer(seat, answered),
      onGone: (error) => this.#onGone(seat, error),
    });
    const seat: Seat = { thread, job: undefined, isFree: true, giveUp: undefined };
    this.#seats.add(seat);
    return seat;
  }

  #onAnswer(seat: Seat, { outcome, faults }: Answered): void {
    for (const fault of faults) this.#options.onFault(new Error(fault));
    clearTimeout(seat.giveUp);
    seat.job?.settle(outcome);
    seat.job = undefined;
    seat.isFree = true;
    this.#seatNext();
  }

  #onGone(seat: Seat, error: unknown): void {
    clearTimeout(seat.giveUp);
    this.#seats.delete(seat);
    this.#leaving.delete(seat.thread);
    if (seat.job !== undefined) {
      const cause = error ?? new Error('the query thread ended during a query');
      seat.job.settle({ error: problemOf(cause, this.#options.onFault) });
    }
    if (this.#leaving.size === 0) this.#whenEmpty?.();
    this.#seatNext();
  }

  /** Answers an abandoned query and stops its work. */
  #drop(job: Job, code: 'cancelled' | 'timeout'): void {
    job.settle(failure(code));
    if (this.#waiting.delete(job)) return;
    for (const seat of this.#seats) {
      if (seat.job !== job) continue;
      seat.job = undefined;
      seat.thread.stop();
      seat.giveUp = setTimeout(() => {
        this.#giveUp(seat);
        this.#seatNext();
      }, this.#options.graceMs);
    }
  }

  #giveUp(seat: Seat): void {
    clearTimeout(seat.giveUp);
    seat.job = undefined;
    this.#seats.delete(seat);
    this.#leaving.add(seat.thread);
    seat.thread.end();
  }
}

function sizeOf(request: unknown): number {
  return request instanceof Uint8Array ? request.length : 0;
}

function failure(code: Extract<ErrorCode, 'busy' | 'cancelled' | 'timeout' | 'unavailable'>): Outcome {
  return { error: problemOf(errorOf(code)) };
}

function errorOf(code: Extract<ErrorCode, 'busy' | 'cancelled' | 'timeout' | 'unavailable'>): AnalyzerError {
  switch (code) {
    case 'busy':
      return new AnalyzerError('busy', { problem: 'too many queries are waiting' });
    case 'unavailable':
      return new AnalyzerError('unavailable', { problem: 'the query pool is closed' });
    default:
      return new AnalyzerError(code, {});
  }
}
