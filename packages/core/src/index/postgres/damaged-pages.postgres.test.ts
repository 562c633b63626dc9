import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Connection } from '#postgres/connect.ts';
import { startPostgres, type TestServer, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { type IndexedProjects, indexProjects } from '#query/fixture.ts';
import { INDEX_OPERATIONS } from '#query/operations.ts';
import { createQuery } from '#query/query.ts';
import { openIndex } from '../reader.ts';
import { type BridgeFixture, buildBridge } from './bridge/bridge-fixture.ts';
import { publishIndex } from './publish.ts';

const FLIPS = 30;
/** In the rows of a page of 8 KiB, which are at its end. */
const OFFSET = 8192 - 40;
/** Rows of an index, in tables that fit in a few pages. */
const TABLES = `SELECT oid::regclass::text AS name, pg_relation_filepath(oid) AS path FROM pg_class
  WHERE relkind = 'r' AND relnamespace::regnamespace::text LIKE 'analyzer%' AND pg_relation_size(oid) > 0 ORDER BY 1`;

const query = createQuery(INDEX_OPERATIONS);

function flipBit(file: string): void {
  const open = openSync(file, 'r+');
  const byte = Buffer.alloc(1);
  readSync(open, byte, 0, 1, OFFSET);
  writeSync(open, Buffer.from([(byte[0] ?? 0) ^ 4]), 0, 1, OFFSET);
  closeSync(open);
}

describe.skipIf(WITHOUT_POSTGRES !== undefined)('an index on a server with a flipped bit in each table', () => {
  let server: TestServer;
  let bridge: BridgeFixture;
  let indexed: IndexedProjects;
  let url: string;
  let tables: { name: string; path: string }[];
  beforeAll(async () => {
    [server, bridge, indexed] = await Promise.all([startPostgres(), buildBridge(), indexProjects()]);
    url = await server.database();
    await publishIndex(indexed.db, url, { patienceMs: 0 });
    const connection = await Connection.open(url);
    tables = await connection.query(TABLES);
    const [{ data_directory: data } = { data_directory: '' }] = await connection.query<{ data_directory: string }>(
      'SHOW data_directory',
    );
    await connection.query('CHECKPOINT');
    await connection.close();
    await server.stop();
    for (const { path } of tables.slice(0, FLIPS)) flipBit(join(data, path));
    await server.start();
  });
  afterAll(async () => {
    indexed?.remove();
    bridge?.remove();
    await server?.remove();
  });

  it('reports the damaged data for each of 30 tables', async () => {
    const connection = await Connection.open(url);
    const damaged = { code: 'unreadable', message: expect.stringContaining('its data is damaged: invalid page') };
    expect(tables.length).toBeGreaterThanOrEqual(FLIPS);
    for (const { name } of tables.slice(0, FLIPS)) {
      await expect(connection.query(`SELECT * FROM ${name}`), name).rejects.toMatchObject(damaged);
    }
    await connection.close();
  });

  it('answers no question', async () => {
    const ask = async () => {
      const reader = await openIndex(url, { bridge: bridge.path });
      try {
        return query(reader, { schema: 'analyzer.request.v1', operation: 'clones', params: {} });
      } finally {
        reader.close();
      }
    };
    const answer = await ask().catch((error: unknown) => ({ error }));
    expect(answer).toMatchObject({ error: { code: 'unreadable' } });
  });
});
