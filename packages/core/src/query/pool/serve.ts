import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { AnalyzerError } from '@analyzer/contracts';
import type { IndexReader } from '#index/port.ts';
import { isOnServer, openIndex } from '#index/reader.ts';
import { problemOf } from '../answer/problem.ts';
import { stoppable } from '../answer/stop.ts';
import type { CodeReader } from '../code.ts';
import type { Caller, Operation } from '../operation.ts';
import { createQuery, type Outcome } from '../query.ts';
import { readRequest } from '../request/read-request.ts';
import { requestedCode, requestedOperation } from '../request/requested-code.ts';
import { requestedSnapshot } from '../request/requested-snapshot.ts';
import type { Answered, Order, ThreadData } from './messages.ts';
import { SharedState } from './shared-state.ts';

const CREATE_INDEX = 'Create the index with `analyzer workspace index`.';

/**
 * The main loop of a query thread: answers one query after the other, until the message `end`.
 *
 * @param openReader called for the first request with source text
 */
export function serveQueries(operations: readonly Operation[], openReader?: () => CodeReader): void {
  const port = parentPort;
  if (port === null) throw new Error('serveQueries must run in a worker thread');
  const data: ThreadData = workerData;
  const state = new SharedState(data.memory);
  const connection = new Connection(data.db, state);
  const earlier = data.since === undefined ? undefined : new Connection(data.since, state);
  const query = createQuery(operations);
  let codeReader: CodeReader | undefined;

  const parsed = async (request: unknown): Promise<Pick<Caller, 'code'>> => {
    const code = requestedCode(request, operations);
    codeReader ??= code && openReader?.();
    return code === undefined || codeReader === undefined ? {} : { code: await codeReader.parse(code) };
  };

  const readEarlier = async (request: unknown): Promise<Pick<Caller, 'readEarlier'>> => {
    if (earlier === undefined || requestedOperation(request, operations)?.needsEarlier !== true) return {};
    const reader = await earlier.reader();
    return { readEarlier: (work) => reader.read((snapshot) => work(stoppable(snapshot, { signal: state }))) };
  };

  const answer = async ({ request, limits, caller }: Order & { type: 'ask' }): Promise<Answered> => {
    const faults: string[] = [];
    const onFault = (error: unknown): void => {
      faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
    };
    let outcome: Outcome;
    try {
      const asked = request instanceof Uint8Array ? readRequest(request, operations) : request;
      const [code, since] = [await parsed(asked), await readEarlier(asked)];
      outcome = query(await connection.reader(requestedSnapshot(asked)), asked, {
        signal: state,
        onFault,
        limits,
        caller: { ...caller, ...code, ...since },
      });
    } catch (error) {
      outcome = { error: problemOf(error, onFault) };
    }
    return { outcome, faults };
  };

  port.on('message', async (order: Order) => {
    if (order.type === 'ask') port.postMessage(await answer(order));
    else {
      connection.close();
      earlier?.close();
      await codeReader?.close();
      port.close();
    }
  });
}

/** An earlier generation that no request wanted for so long is closed with the next request. */
const EARLIER_MS = 60_000;

/** A generation that is not the current one, for further pages of its lists. */
interface EarlierGeneration {
  reader: IndexReader;
  id: string;
  /** Of its last request. */
  usedAt: number;
}

/** A connection that is opened on demand, and reopened when the index was replaced or the server was lost. */
class Connection {
  readonly #db: string;
  readonly #state: SharedState;
  #opened: { reader: IndexReader; file: string } | undefined;
  #earlier: EarlierGeneration | undefined;

  constructor(db: string, state: SharedState) {
    this.#db = db;
    this.#state = state;
  }

  /**
   * @param snapshotId of a server, the snapshot that is wanted, if the server still has it
   * @throws AnalyzerError `no_snapshot` also for a missing file, `unusable_index`, `unreadable`
   */
  async reader(snapshotId?: string): Promise<IndexReader> {
    if (isOnServer(this.#db)) return this.#onServer(snapshotId);
    const file = fileAt(this.#db);
    if (this.#opened !== undefined && this.#opened.file !== file) this.close();
    if (file === undefined) throw new AnalyzerError('no_snapshot', { path: this.#db }, { hint: CREATE_INDEX });
    this.#opened ??= { reader: await openIndex(this.#db, { gate: this.#state }), file };
    return this.#opened.reader;
  }

  async #onServer(snapshotId: string | undefined): Promise<IndexReader> {
    if (this.#opened?.reader.isCurrent() === false) this.#closeCurrent();
    this.#opened ??= { reader: await openIndex(this.#db), file: '' };
    const { reader } = this.#opened;
    const earlier = snapshotId === undefined || idOf(reader) === snapshotId ? undefined : await this.#of(snapshotId);
    if (performance.now() - (this.#earlier?.usedAt ?? 0) > EARLIER_MS) this.#closeEarlier();
    return earlier ?? reader;
  }

  /** @returns undefined if the server does not have the generation of the snapshot */
  async #of(snapshotId: string): Promise<IndexReader | undefined> {
    if (this.#earlier?.id !== snapshotId) {
      const reader = await openIndex(this.#db, { snapshotId });
      if (idOf(reader) !== snapshotId) {
        reader.close();
        return undefined;
      }
      this.#closeEarlier();
      this.#earlier = { reader, id: snapshotId, usedAt: 0 };
    }
    this.#earlier.usedAt = performance.now();
    return this.#earlier.reader;
  }

  close(): void {
    this.#closeCurrent();
    this.#closeEarlier();
  }

  #closeCurrent(): void {
    this.#opened?.reader.close();
    this.#opened = undefined;
  }

  #closeEarlier(): void {
    this.#earlier?.reader.close();
    this.#earlier = undefined;
  }
}

function idOf(reader: IndexReader): string {
  return reader.read(({ id }) => id);
}

/** @returns identity and version of the file at a path; undefined if there is no file */
function fileAt(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found && [found.dev, found.ino, found.size, found.mtimeMs].join();
  } catch {
    // Opening it fails with the reason.
    return '';
  }
}
