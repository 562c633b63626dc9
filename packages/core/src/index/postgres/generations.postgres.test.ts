import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Connection } from '#postgres/connect.ts';
import { startPostgres, type TestServer, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { type IndexedProjects, indexProjects } from '#query/fixture.ts';
import { openIndex } from '../reader.ts';
import { SCHEMA_VERSION } from '../schema/released.ts';
import { type BridgeFixture, buildBridge } from './bridge/bridge-fixture.ts';
import { LAST_GENERATION, SHARED, SHARED_PREFIX } from './generation.ts';
import { schemasOf } from './publications-fixture.ts';
import { publishIndex } from './publish.ts';
import type { Retention } from './remove-generations.ts';
import { rollBack } from './roll-back.ts';
import { verifyRows } from './verify-rows.ts';

const PATIENT = { patienceMs: 30_000 };

describe.skipIf(WITHOUT_POSTGRES !== undefined)('generations of a server', () => {
  let server: TestServer;
  let bridge: BridgeFixture;
  /** Two states of the same projects. */
  let states: IndexedProjects[];
  let url: string;
  beforeAll(async () => {
    [server, bridge, ...states] = await Promise.all([
      startPostgres(),
      buildBridge(),
      indexProjects(),
      indexProjects(undefined, { scan: { min_nodes: 30 } }),
    ]);
  });
  beforeEach(async () => {
    url = await server.database();
  });
  afterAll(async () => {
    for (const state of states ?? []) state.remove();
    bridge?.remove();
    await server?.remove();
  });

  const publish = (state: number, keep?: Retention) => publishIndex(states[state]?.db ?? '', url, { ...PATIENT, keep });
  const TWO: Retention = { newest: 2, days: 0 };
  const idOf = (state: number) => states[state]?.reader.read(({ id }) => id);

  async function publishedId(): Promise<string> {
    const reader = await openIndex(url, { bridge: bridge.path });
    try {
      return reader.read(({ id }) => id);
    } finally {
      reader.close();
    }
  }

  async function ask<Row extends object>(sql: string, at = url): Promise<Row[]> {
    const connection = await Connection.open(at);
    try {
      return await connection.query<Row>(sql);
    } finally {
      await connection.close();
    }
  }

  const endedRows = `SELECT count(*) AS n FROM ${SHARED}.clone_group WHERE until < ${LAST_GENERATION}`;

  test('stay as many as are wanted, and their rows go with them', async () => {
    await publish(0, TWO);
    await publish(1, TWO);
    await publish(0, TWO);
    expect(await schemasOf(url)).toEqual(['analyzer_g2', 'analyzer_g3']);
    expect(await ask(endedRows)).not.toEqual([{ n: 0 }]);
    await publish(1);
    expect(await schemasOf(url)).toEqual(['analyzer_g4']);
    expect(await ask(endedRows)).toEqual([{ n: 0 }]);
  });

  test('stay as many days as are wanted, and always the newest one', async () => {
    const week: Retention = { newest: 1, days: 7 };
    for (const state of [0, 1, 0]) await publish(state, week);
    expect(await schemasOf(url)).toEqual(['analyzer_g1', 'analyzer_g2', 'analyzer_g3']);
    const age = (number: number, interval: string) =>
      ask(`UPDATE analyzer.generation SET started_at = now() - interval '${interval}' WHERE number = ${number}`);
    await age(1, '6 days 23 hours');
    await age(2, '7 days 1 hour');
    await publish(1, week);
    expect(await schemasOf(url)).toEqual(['analyzer_g1', 'analyzer_g3', 'analyzer_g4']);
    for (const number of [1, 3, 4]) await age(number, '1 month');
    expect(await rollBack(url, PATIENT)).toBe(idOf(0));
    await publish(1, week);
    expect(await schemasOf(url)).toEqual(['analyzer_g5']);
    expect(await publishedId()).toBe(idOf(1));
  });

  test('of an earlier schema are refused with the remedy, and replaced by the next publication', async () => {
    await publish(0);
    const earlier = SCHEMA_VERSION - 1;
    await ask(`
      UPDATE analyzer.generation SET schema_version = ${earlier};
      ALTER SCHEMA ${SHARED} RENAME TO ${SHARED_PREFIX}${earlier}`);
    const refusal = {
      code: 'unusable_index',
      message: expect.stringContaining('an older version of this program wrote it'),
      hint: expect.stringContaining('Index with'),
    };
    await expect(publishedId()).rejects.toMatchObject(refusal);
    await publish(0, TWO);
    expect(await publishedId()).toBe(idOf(0));
    expect(await schemasOf(url)).toEqual(['analyzer_g1', 'analyzer_g2']);
    await expect(rollBack(url, PATIENT)).rejects.toMatchObject({ code: 'not_found' });
    await publish(1);
    expect(await schemasOf(url)).toEqual(['analyzer_g3']);
    expect(await ask(`SELECT to_regnamespace('${SHARED_PREFIX}${earlier}') AS found`)).toEqual([{ found: null }]);
  });

  test('with the tables of an earlier layout are read, and replaced by publications', async () => {
    await publish(0);
    const earlier = `${SHARED_PREFIX}${SCHEMA_VERSION}`;
    await ask(`
      ALTER SCHEMA ${SHARED} RENAME TO ${earlier};
      UPDATE analyzer.generation SET rows_schema = '${earlier}'`);
    expect(await publishedId()).toBe(idOf(0));
    expect(await verifyRows(url)).toBeUndefined();
    await publish(1, TWO);
    expect(await publishedId()).toBe(idOf(1));
    expect(await rollBack(url, PATIENT)).toBe(idOf(0));
    expect(await publishedId()).toBe(idOf(0));
    await publish(1);
    expect(await publishedId()).toBe(idOf(1));
    expect(await ask(`SELECT to_regnamespace('${earlier}') AS found`)).toEqual([{ found: null }]);
    expect(await verifyRows(url)).toEqual([]);
  });

  test('a roll-back lets readers open the one before, until the next publication', async () => {
    await publish(0, TWO);
    await publish(1, TWO);
    expect(await publishedId()).toBe(idOf(1));
    expect(await rollBack(url, PATIENT)).toBe(idOf(0));
    expect(await publishedId()).toBe(idOf(0));
    await publish(1, TWO);
    expect(await publishedId()).toBe(idOf(1));
  });

  test('a roll-back without an earlier one is refused with the remedy', async () => {
    await publish(0);
    await publish(1);
    const hint = expect.stringContaining('--keep');
    await expect(rollBack(url, PATIENT)).rejects.toMatchObject({ code: 'not_found', hint });
    expect(await publishedId()).toBe(idOf(1));
  });

  test('a user who may read one may read the next ones, and nothing else', async () => {
    await publish(0);
    await ask(`
      CREATE ROLE analyst LOGIN PASSWORD 'secret';
      GRANT USAGE ON SCHEMA analyzer, analyzer_g1 TO analyst;
      GRANT SELECT ON ALL TABLES IN SCHEMA analyzer, analyzer_g1 TO analyst`);
    await publish(1);
    await publish(0);
    const analyst = url.replace(/\/\/[^@]*@/, '//analyst:secret@');
    const reader = await openIndex(analyst, { bridge: bridge.path });
    expect(reader.read(({ id }) => id)).toBe(idOf(0));
    reader.close();
    await expect(ask(`SELECT id FROM ${SHARED}.node`, analyst)).rejects.toMatchObject({
      message: expect.stringContaining('permission denied'),
    });
  });
});
