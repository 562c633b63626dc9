import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { Value } from '../../port.ts';
import type { BridgeData, Order, Reply, Result, SentStatement } from './messages.ts';
import { errorOf } from './revive.ts';

/** Next to the bundle of this program. */
const PROGRAM = fileURLToPath(new URL('postgres-bridge.js', import.meta.url));

/** Longest time until the caller's check runs again. */
const CHECK_MS = 20;
/** A cancelled statement answers after a moment; otherwise the connection is given up. */
const CANCEL_MS = 2_000;
/** The thread gives signs of life far more often, also while it waits for the server. */
const HANG_MS = 10_000;

/** Positions in the shared memory: number of replies, number of signs of life. */
const REPLIES = 0;
const SIGNS = 1;

/**
 * A connection for a thread that reads synchronously, as the port does: another thread has the connection, and this one
 * sleeps until it replies.
 */
export class Bridge {
  readonly #port: MessagePort;
  readonly #worker: Worker;
  readonly #cells: Int32Array;
  #isLost = false;

  /** @param program path of the bundled `thread.ts` */
  constructor(url: string, program: string = PROGRAM) {
    const { port1, port2 } = new MessageChannel();
    const memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
    const workerData: BridgeData = { url, port: port2, memory };
    this.#port = port1;
    this.#cells = new Int32Array(memory);
    this.#worker = new Worker(program, { workerData, transferList: [port2] });
    this.#worker.on('error', () => {
      this.#isLost = true;
    });
    this.#worker.unref();
    port1.unref();
  }

  /** It failed in a way that the connection did not survive. */
  get isLost(): boolean {
    return this.#isLost;
  }

  connect(): void {
    this.#ask({ type: 'connect' });
  }

  run(sql: string, values?: readonly Value[]): Result {
    return this.runOne({ sql, ...(values && { values }) });
  }

  /**
   * @param check called regularly while the statement runs; an error that it throws cancels the statement
   * @throws AnalyzerError
   */
  runOne(statement: SentStatement, check?: () => void): Result {
    const [result] = this.runAll([statement], check);
    if (result === undefined) throw new RangeError('the thread returned no result');
    return result;
  }

  /**
   * Sends statements together and waits once.
   *
   * @returns their results
   * @throws AnalyzerError of the first that fails
   */
  runAll(statements: readonly SentStatement[], check?: () => void): Result[] {
    return this.#ask({ type: 'run', statements }, check);
  }

  /** Ends the thread and the connection; does not wait. */
  close(): void {
    if (this.#isLost) void this.#worker.terminate();
    else this.#port.postMessage({ type: 'close' } satisfies Order);
  }

  #ask(order: Order, check?: () => void): Result[] {
    this.#port.postMessage(order);
    const reply = this.#checkedReply(check);
    if ('ok' in reply) return reply.ok;
    if (reply.failed.lost) this.#isLost = true;
    throw errorOf(reply.failed);
  }

  #checkedReply(check: (() => void) | undefined): Reply {
    try {
      return this.#reply(check);
    } catch (error) {
      this.#cancelled();
      throw error;
    }
  }

  /**
   * Waits until the cancelled statements have ended and the request is closed, so that the next statement neither receives
   * their reply nor is cancelled itself.
   */
  #cancelled(): void {
    if (this.#isLost) return;
    this.#port.postMessage({ type: 'cancel' } satisfies Order);
    const end = performance.now() + CANCEL_MS;
    const check = (): void => {
      if (performance.now() > end) throw new Error('the statement did not end');
    };
    try {
      const reply = this.#reply(check);
      if ('failed' in reply && reply.failed.lost) this.#isLost = true;
      if (!this.#isLost) this.#reply(check);
    } catch {
      this.#isLost = true;
    }
  }

  #reply(check: (() => void) | undefined): Reply {
    let signs = Atomics.load(this.#cells, SIGNS);
    let lastSign = performance.now();
    for (;;) {
      const replies = Atomics.load(this.#cells, REPLIES);
      const received: { message: Reply } | undefined = receiveMessageOnPort(this.#port);
      if (received !== undefined) return received.message;
      Atomics.wait(this.#cells, REPLIES, replies, CHECK_MS);
      check?.();
      const now = Atomics.load(this.#cells, SIGNS);
      if (now !== signs) {
        signs = now;
        lastSign = performance.now();
      } else if (performance.now() - lastSign > HANG_MS) {
        this.#isLost = true;
        return { failed: { message: 'the connection thread ended', lost: true } };
      }
    }
  }
}
