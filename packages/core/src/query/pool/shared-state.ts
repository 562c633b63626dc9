import { AnalyzerError } from '@analyzer/contracts';

/** Positions in the shared memory. */
const STOP = 0;
const STATE = 1;

/** State of a thread. */
const OUTSIDE = 0;
const IN_DATABASE = 1;
/** The thread is being ended and must not enter SQLite. */
const CLOSED = 2;

/**
 * Memory that a query thread shares with its owner, because messages are received only between queries.
 *
 * Terminating a thread inside the SQLite addon aborts the process. Therefore the thread marks when it enters and leaves
 * the addon, and the owner locks the addon before it terminates the thread.
 */
export class SharedState {
  readonly memory: SharedArrayBuffer;
  readonly #cells: Int32Array;

  constructor(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#cells = new Int32Array(memory);
  }

  /** Whether the current query should stop; the name makes this object a valid `signal`. */
  get aborted(): boolean {
    return Atomics.load(this.#cells, STOP) !== 0;
  }

  /** Called by the owner: stops the current query. */
  abort(): void {
    Atomics.store(this.#cells, STOP, 1);
  }

  /** Called by the owner before the next query. */
  reset(): void {
    Atomics.store(this.#cells, STOP, 0);
  }

  /** Called by the thread around every call into SQLite. */
  enter(): void {
    if (Atomics.compareExchange(this.#cells, STATE, OUTSIDE, IN_DATABASE) !== OUTSIDE) {
      throw new AnalyzerError('cancelled', {});
    }
  }

  leave(): void {
    Atomics.compareExchange(this.#cells, STATE, IN_DATABASE, OUTSIDE);
  }

  /**
   * Called by the owner: locks SQLite for the thread.
   *
   * @returns false when the thread is inside SQLite
   */
  close(): boolean {
    return Atomics.compareExchange(this.#cells, STATE, OUTSIDE, CLOSED) !== IN_DATABASE;
  }
}
