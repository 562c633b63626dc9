import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestServer } from '@analyzer/core/postgres/postgres-fixture.ts';
import { createDatabase, preparePostgres, startServer } from '@analyzer/core/postgres/server-fixture.ts';

/** A PostgreSQL server of its own. `remove` ends it and removes its files. */
export async function startPostgres(): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-postgres-'));
  try {
    const server = await startServer(preparePostgres(folder));
    const end = server.remove.bind(server);
    const remove = async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    };
    return Object.assign(server, { remove, database: (options?: string) => createDatabase(server.url, options) });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
