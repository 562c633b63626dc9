import { Worker } from 'node:worker_threads';
import type { Answered, Order, ThreadData } from './messages.ts';
import { SharedState } from './shared-state.ts';

export interface ThreadEvents {
  onAnswer(answered: Answered): void;
  /** It is no more; with an error when it broke. Nothing comes behind this. */
  onGone(error: unknown): void;
}

/** A thread that answers one query at a time, seen from outside. */
export class QueryThread {
  readonly #worker: Worker;
  readonly #state = new SharedState();
  readonly #retryMs: number;
  #ending: NodeJS.Timeout | undefined;
  #error: unknown;

  /**
   * @param path of the program that calls `serveQueries`
   * @param retryMs how often it is tried to end a thread that goes on
   */
  constructor(path: string, db: string, retryMs: number, { onAnswer, onGone }: ThreadEvents) {
    const data: ThreadData = { db, memory: this.#state.memory };
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

  /** Only when the last query is answered. */
  ask(request: unknown, maxBytes?: number): void {
    this.#state.reset();
    this.#post({ type: 'ask', request, ...(maxBytes === undefined ? {} : { maxBytes }) });
  }

  /** Asks the query at hand to end. It still answers. */
  stop(): void {
    this.#state.abort();
  }

  /** Ends the thread: at once when it waits, soon when it heeds `stop`, by force as soon as it is outside SQLite. */
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
