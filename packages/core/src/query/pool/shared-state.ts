import { AnalyzerError } from '@analyzer/contracts';

/** Positions in the shared memory. */
const STOP = 0;
const PLACE = 1;

/** Where a thread is. */
const OUTSIDE = 0;
const IN_DATABASE = 1;
/** It is being ended and enters no more. */
const CLOSED = 2;

/**
 * What a thread that answers queries and the one that owns it tell each other without messages, which are heard only
 * between queries.
 *
 * A thread must not be terminated while it is within the SQLite addon: that throws where nothing can catch, and aborts
 * the whole process. So the thread marks when it goes in and out, and its owner closes the way in before ending it.
 */
export class SharedState {
  readonly memory: SharedArrayBuffer;
  readonly #cells: Int32Array;

  constructor(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#cells = new Int32Array(memory);
  }

  /** Whether the query at hand should end; with this name it is the `signal` of a query. */
  get aborted(): boolean {
    return Atomics.load(this.#cells, STOP) !== 0;
  }

  /** By the owner: the query at hand should end. */
  abort(): void {
    Atomics.store(this.#cells, STOP, 1);
  }

  /** By the owner, before it asks again. */
  reset(): void {
    Atomics.store(this.#cells, STOP, 0);
  }

  /** By the thread, around every call into SQLite. */
  enter(): void {
    if (Atomics.compareExchange(this.#cells, PLACE, OUTSIDE, IN_DATABASE) !== OUTSIDE) {
      throw new AnalyzerError('cancelled', {});
    }
  }

  leave(): void {
    Atomics.compareExchange(this.#cells, PLACE, IN_DATABASE, OUTSIDE);
  }

  /**
   * By the owner: keeps the thread out of SQLite from now on.
   *
   * @returns false when it is in there
   */
  close(): boolean {
    return Atomics.compareExchange(this.#cells, PLACE, OUTSIDE, CLOSED) !== IN_DATABASE;
  }
}
