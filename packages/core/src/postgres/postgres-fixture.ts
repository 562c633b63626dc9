import { inject } from 'vitest';
import {
  createDatabase,
  type PostgresFiles,
  type PostgresServer,
  startServer,
  WITHOUT_POSTGRES,
} from './server-fixture.ts';

export { WITHOUT_POSTGRES } from './server-fixture.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of a run, and the files for more of them; undefined on a machine without PostgreSQL. */
    postgres: { url: string; files: PostgresFiles } | undefined;
  }
}

/** Databases on a server. */
export interface TestDatabases {
  /**
   * Creates an empty database.
   *
   * @param options of CREATE DATABASE
   * @returns its URL
   */
  database(options?: string): Promise<string>;
}

/** A server of its own for a test file. */
export type TestServer = PostgresServer & TestDatabases;

/** The server of the run: for tests that neither stop it nor change its settings, roles and connections. */
export function sharedPostgres(): TestDatabases {
  return { database: (options) => createDatabase(prepared().url, options) };
}

/** For tests that stop or change the server. They must call `remove` at their end. */
export async function startPostgres(): Promise<TestServer> {
  const server = await startServer(prepared().files);
  return Object.assign(server, { database: (options?: string) => createDatabase(server.url, options) });
}

function prepared() {
  const postgres = inject('postgres');
  if (postgres === undefined) throw new Error(WITHOUT_POSTGRES);
  return postgres;
}
