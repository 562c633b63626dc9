import { Worker } from 'node:worker_threads';
import type { SizeLimits } from '../answer/size.ts';
import type { Caller } from '../operation.ts';
import { requireShallow } from '../request/read-request.ts';
import type { Answered, Order, ThreadData } from './messages.ts';
import { SharedState } from './shared-state.ts';

export interface ThreadEvents {
  onAnswer(answered: Answered): void;
  /** The thread ended, with an error if it crashed. No event follows. */
  onGone(error: unknown): void;
}

/** The owner's side of a thread that answers one query at a time. */
export class QueryThread {
  readonly #worker: Worker;
  readonly #state = new SharedState();
  readonly #retryMs: number;
  #ending: NodeJS.Timeout | undefined;
  #error: unknown;

  /**
   * @param path of the program that calls `serveQueries`
   * @param indexes the paths of the index, and of an earlier one
   * @param retryMs interval between attempts to terminate a thread
   */
  constructor(
    path: string,
    { db, since }: Pick<ThreadData, 'db' | 'since'>,
    retryMs: number,
    { onAnswer, onGone }: ThreadEvents,
  ) {
    const data: ThreadData = { db, since, memory: this.#state.memory };
    this.#retryMs = retryMs;
    this.#worker = new Worker(path, { workerData: data });
    this.#worker.on('message', onAnswer);
    this.#worker.on('error', (error) => {
      this.#error = error;
    });
    this.#worker.on('exit', () => {
      clearTimeout(this.#ending);
      onGone(this.#error);
    });
  }

  /**
   * Must be called only after the previous query was answered.
   *
   * @throws AnalyzerError `invalid_request`, and an error for a request that cannot be copied, such as a function
   */
  ask(request: unknown, limits: SizeLimits, caller?: Caller): void {
    this.#state.reset();
    // A message contains the complete memory below a view.
    if (request instanceof Uint8Array) this.#post({ type: 'ask', request: new Uint8Array(request), limits, caller });
    else {
      requireShallow(request);
      this.#post({ type: 'ask', request, limits, caller });
    }
  }

  /** Asks the current query to stop. It still answers. */
  stop(): void {
    this.#state.abort();
  }

  /** Ends the thread: immediately when idle, after the query stops, or by force once it is outside SQLite. */
  end(): void {
    this.#state.abort();
    this.#post({ type: 'end' });
    const force = (): void => {
      if (this.#state.close()) void this.#worker.terminate();
      else this.#ending = setTimeout(force, this.#retryMs);
    };
    this.#ending = setTimeout(force, this.#retryMs);
  }

  #post(order: Order): void {
    this.#worker.postMessage(order);
  }
}
