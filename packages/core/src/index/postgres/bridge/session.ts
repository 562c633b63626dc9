import { AnalyzerError } from '@analyzer/contracts';
import { type Client, Connection, type QueryArrayResult } from '#postgres/connect.ts';
import { serverError } from '#postgres/failure.ts';
import type { Value } from '../../port.ts';
import { withoutNul } from '../text.ts';
import type { Order, Result } from './messages.ts';
import { type Address, answers, requestCancel } from './server-socket.ts';
import { valueParser } from './values.ts';

/** Time between questions whether the server still answers while a statement runs, and time for the answer. */
const PROBE_MS = 1_000;
const ANSWER_MS = 1_200;

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
    const connection = await Connection.open(url);
    return new Session(connection);
  }

  get isLost(): boolean {
    return this.#stopped !== undefined;
  }

  /** @throws AnalyzerError `unavailable` when the server stops answering */
  async run({ sql, values, name }: Order & { type: 'run' }): Promise<Result> {
    if (this.#stopped !== undefined) throw this.#stopped;
    const { client, server } = this.#connection;
    const watch = this.#watch(client);
    try {
      const query = {
        text: sql,
        rowMode: 'array' as const,
        types: { getTypeParser: valueParser },
        ...(name !== undefined && { name }),
      };
      const running =
        values === undefined ? client.query<Value[]>(query) : client.query<Value[]>(query, values.map(parameterOf));
      return resultOf(await Promise.race([running, watch.failed]));
    } catch (error) {
      const converted = serverError(error, server);
      const isGone = converted instanceof AnalyzerError && converted.code === 'unavailable';
      if (isGone) this.#stopped ??= stopped(server, error);
      throw this.#stopped ?? converted;
    } finally {
      watch.end();
    }
  }

  /** Resolves when the request reaches no statement that is sent later, if the running one has ended too. */
  async cancel(): Promise<void> {
    const [id, key] = [
      Reflect.get(this.#connection.client, 'processID'),
      Reflect.get(this.#connection.client, 'secretKey'),
    ];
    if (typeof id === 'number' && typeof key === 'number') await requestCancel(this.#address, id, key);
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

function parameterOf(value: Value): unknown {
  if (typeof value === 'string') return withoutNul(value);
  return value instanceof Uint8Array ? Buffer.from(value) : value;
}

/** Of several statements, the last result. */
function resultOf(results: QueryArrayResult<Value[]> | QueryArrayResult<Value[]>[]): Result {
  const last = Array.isArray(results) ? results.at(-1) : results;
  return { columns: last?.fields.map(({ name }) => name) ?? [], rows: last?.rows ?? [] };
}
