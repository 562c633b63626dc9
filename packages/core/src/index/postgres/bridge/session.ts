import { setTimeout } from 'node:timers/promises';
import { AnalyzerError } from '@analyzer/contracts';
import { type Client, Connection, type QueryArrayResult } from '#postgres/connect.ts';
import { serverError } from '#postgres/failure.ts';
import type { Value } from '../../port.ts';
import { withoutNul } from '../text.ts';
import type { Result, SentStatement } from './messages.ts';
import { type Address, answers, requestCancel } from './server-socket.ts';
import { valueParser } from './values.ts';

/** Time between questions whether the server still answers while a statement runs, and time for the answer. */
const PROBE_MS = 1_000;
const ANSWER_MS = 1_200;

/** A cancel request that comes between two statements ends neither, and is repeated after this time. */
const REPEAT_MS = 20;

/** The connection of the bridge thread. */
export class Session {
  readonly #connection: Connection;
  readonly #address: Address;
  #stopped: AnalyzerError | undefined;

  private constructor(connection: Connection) {
    this.#connection = connection;
    const { host, port } = connection.client;
    this.#address = { host, port };
    connection.client.on('error', (error) => {
      this.#stopped ??= stopped(connection.server, error);
    });
  }

  static async open(url: string): Promise<Session> {
    const connection = await Connection.open(url, { pipeline: true });
    return new Session(connection);
  }

  get isLost(): boolean {
    return this.#stopped !== undefined;
  }

  /** @throws AnalyzerError `unavailable` when the server stops answering */
  async run(statements: readonly SentStatement[]): Promise<Result[]> {
    if (this.#stopped !== undefined) throw this.#stopped;
    const { client, server } = this.#connection;
    const watch = this.#watch(client);
    try {
      const running = Promise.allSettled(statements.map((statement) => send(client, statement)));
      const results = await Promise.race([running, watch.failed]);
      return results.map((result) => {
        if (result.status === 'rejected') throw result.reason;
        return resultOf(result.value);
      });
    } catch (error) {
      const converted = serverError(error, server);
      const isGone = converted instanceof AnalyzerError && converted.code === 'unavailable';
      if (isGone) this.#stopped ??= stopped(server, error);
      throw this.#stopped ?? converted;
    } finally {
      watch.end();
    }
  }

  /** Resolves when the running statements have ended and no request reaches a statement that is sent later. */
  async cancel(running: Promise<void>): Promise<void> {
    const [id, key] = [
      Reflect.get(this.#connection.client, 'processID'),
      Reflect.get(this.#connection.client, 'secretKey'),
    ];
    if (typeof id !== 'number' || typeof key !== 'number') return running;
    let isOver = false;
    const over = running.then(() => {
      isOver = true;
    });
    while (!isOver) {
      await requestCancel(this.#address, id, key);
      await Promise.race([over, setTimeout(REPEAT_MS)]);
    }
  }

  async close(): Promise<void> {
    if (this.#stopped === undefined) await this.#connection.close();
  }

  /** Without this, a connection to a server that hangs, or that a network lost, would wait for hours. */
  #watch(client: Client): { failed: Promise<never>; end(): void } {
    let fail: (error: Error) => void = () => undefined;
    const failed = new Promise<never>((_, reject) => {
      fail = reject;
    });
    failed.catch(() => undefined);
    let isOver = false;
    const timer = setInterval(async () => {
      if (await answers(this.#address, ANSWER_MS)) return;
      if (isOver) return;
      this.#stopped ??= stopped(this.#connection.server);
      fail(this.#stopped);
      void client.end().catch(() => undefined);
    }, PROBE_MS);
    return {
      failed,
      end() {
        isOver = true;
        clearInterval(timer);
      },
    };
  }
}

function stopped(server: string, cause?: unknown): AnalyzerError {
  return new AnalyzerError(
    'unavailable',
    { problem: `${server} stopped answering` },
    { hint: 'Check that the server runs, then ask again.', cause },
  );
}

function send(
  client: Client,
  { sql, values, name }: SentStatement,
): Promise<QueryArrayResult<Value[]> | QueryArrayResult<Value[]>[]> {
  const query = {
    text: sql,
    rowMode: 'array' as const,
    types: { getTypeParser: valueParser },
    ...(name !== undefined && { name }),
  };
  return values === undefined ? client.query<Value[]>(query) : client.query<Value[]>(query, values.map(parameterOf));
}

function parameterOf(value: Value): unknown {
  if (typeof value === 'string') return withoutNul(value);
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

/** Of several statements, the last result. */
function resultOf(results: QueryArrayResult<Value[]> | QueryArrayResult<Value[]>[]): Result {
  const last = Array.isArray(results) ? results.at(-1) : results;
  return { columns: last?.fields.map(({ name }) => name) ?? [], rows: last?.rows ?? [] };
}
