import pg from 'pg';
import { serverError } from './failure.ts';
import { typeParser } from './types.ts';
import { driverUrl, shownUrl } from './url.ts';

export type { Client, QueryArrayResult } from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;
/** Shown by the server in `pg_stat_activity`. */
const APPLICATION = 'analyzer';

/** Values of parameters; arrays become arrays of PostgreSQL. */
export type Parameter = string | number | boolean | Uint8Array | null | readonly (string | number)[];

/**
 * One connection to a PostgreSQL server, for statements that run one after another. Columns of type `bigint` are
 * numbers; values that are not safe integers are errors.
 */
export class Connection {
  /** The URL without password, for messages. */
  readonly server: string;
  /** For COPY only; its errors are not converted. */
  readonly client: pg.Client;
  #lost: unknown;

  private constructor(server: string, client: pg.Client) {
    this.server = server;
    this.client = client;
    // The driver reports a connection that breaks between statements only here.
    client.on('error', (error) => {
      this.#lost ??= error;
    });
  }

  /**
   * @param url with the scheme `postgres` or `postgresql`; the environment and `~/.pgpass` supply missing parts as for
   *   other programs
   * @param options `pipeline` sends a statement while earlier ones run
   * @throws AnalyzerError `usage`, `unavailable`, `unreadable`, `not_found`, `busy`
   */
  static async open(url: string, { pipeline = false }: { pipeline?: boolean } = {}): Promise<Connection> {
    const client = new pg.Client({
      connectionString: driverUrl(url),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: APPLICATION,
      keepAlive: true,
      pipeline,
      types: { getTypeParser: typeParser },
    });
    const connection = new Connection(shownUrl(url), client);
    try {
      await client.connect();
      // Names in statements have their schema, so that no other schema can replace a function or table.
      await client.query("SET search_path = pg_catalog; SET bytea_output = 'hex'");
      return connection;
    } catch (error) {
      void client.end().catch(() => undefined);
      throw serverError(error, connection.server);
    }
  }

  /**
   * Runs one statement with parameters `$1`…, or several without parameters.
   *
   * @returns its rows, as objects by column
   * @throws AnalyzerError
   */
  async query<Row extends object>(sql: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
    try {
      if (this.#lost !== undefined) throw this.#lost;
      const values = parameters.map((value) => (value instanceof Uint8Array ? Buffer.from(value) : value));
      // Without parameters the simple protocol runs several statements.
      const result = await (values.length === 0 ? this.client.query<Row>(sql) : this.client.query<Row>(sql, values));
      return result.rows;
    } catch (error) {
      throw serverError(error, this.server);
    }
  }

  /** Runs the work in one transaction, which an error undoes. */
  async transaction<T>(work: () => Promise<T>, begin = 'BEGIN'): Promise<T> {
    await this.query(begin);
    try {
      const result = await work();
      await this.query('COMMIT');
      return result;
    } catch (error) {
      // Fails only on a lost connection, which ends the transaction too.
      await this.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** Never throws. */
  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}
