import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '#postgres/connect.ts';
import { startPostgres, type TestServer, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { type IndexedProjects, indexProjects } from '#query/fixture.ts';
import type { IndexReader, Snapshot } from '../port.ts';
import { openIndex } from '../reader.ts';
import { openToRead } from '../sqlite/open-index.ts';
import { Statements } from '../sqlite/statements.ts';
import { type BridgeFixture, buildBridge } from './bridge/bridge-fixture.ts';
import { copyRows } from './copy-rows.ts';
import { publishIndex } from './publish.ts';
import { COPIED_TABLES } from './tables.ts';

const PATIENT = { patienceMs: 30_000 };

describe.skipIf(WITHOUT_POSTGRES !== undefined)('a publication', () => {
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

  const open = () => openIndex(url, { bridge: bridge.path });
  const dbOf = (round: number): string => states[round % states.length]?.db ?? '';

  const schemas = async (): Promise<string[]> => {
    const connection = await Connection.open(url);
    const sql = "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'analyzer_g%' ORDER BY nspname";
    const rows = await connection.query<{ nspname: string }>(sql);
    await connection.close();
    return rows.map(({ nspname }) => nspname);
  };

  /** Reads in two parts, as long answers do, and compares both with the state that the snapshot id names. */
  const isTorn = async (reader: IndexReader): Promise<boolean> => {
    const { snapshot, close } = reader.open();
    const first = part(snapshot, 'clone_group');
    await setTimeout(Math.random() * 20);
    const second = part(snapshot, 'occurrence');
    const id = snapshot.first('SELECT snapshot_id FROM snapshot', [], (row) => row.text('snapshot_id'));
    close();
    const state = states.find(({ reader: own }) => own.read((its) => its.id) === snapshot.id);
    const expected = state?.reader.read((its) => [part(its, 'clone_group'), part(its, 'occurrence'), its.id].join());
    return [first, second, id].join() !== expected;
  };

  /** Reads as servers do, while the work runs: an earlier generation is read until it is not the current one. */
  const readDuring = async (work: Promise<void>): Promise<{ reads: number; torn: number }> => {
    const counts = { reads: 0, torn: 0 };
    let isOver = false;
    const readers = Array.from({ length: 2 }, async () => {
      let reader = await open();
      while (!isOver) {
        if (!reader.isCurrent()) {
          reader.close();
          reader = await open();
        }
        // A reader of an inconsistent state can also fail.
        const torn = await isTorn(reader).catch(() => true);
        counts.reads++;
        counts.torn += Number(torn);
      }
      reader.close();
    });
    await work.finally(() => {
      isOver = true;
    });
    await Promise.all(readers);
    return counts;
  };

  it('is never seen in part', async () => {
    await publishIndex(dbOf(0), url, PATIENT);
    const publishing = async (): Promise<void> => {
      for (let round = 1; round <= 6; round++) await publishIndex(dbOf(round), url, PATIENT);
    };
    const { reads, torn } = await readDuring(publishing());
    expect(reads).toBeGreaterThan(15);
    expect(torn).toBe(0);
    await publishIndex(dbOf(0), url, PATIENT);
    expect(await schemas()).toHaveLength(1);
  });

  it('would be seen in part if it changed the tables in place', async () => {
    await publishIndex(dbOf(0), url, PATIENT);
    const { torn } = await readDuring(replaceInPlace());
    expect(torn).toBeGreaterThan(0);
  });

  async function replaceInPlace(): Promise<void> {
    const connection = await Connection.open(url);
    const [schema] = await schemas();
    await connection.query(`SET search_path = ${schema}, pg_catalog`);
    for (let round = 1; round <= 10; round++) {
      const { database, file } = await openToRead(dbOf(round));
      const statements = new Statements(database);
      for (const table of COPIED_TABLES.filter(({ name }) => name !== 'local_root')) {
        await connection.query(`DELETE FROM ${table.name}`);
        await copyRows(statements, table, connection, { into: 'existing' });
      }
      database.close();
      file.close();
    }
    await connection.close();
  }

  it('has indexes over parts of texts', async () => {
    await publishIndex(dbOf(0), url, PATIENT);
    const connection = await Connection.open(url);
    const found = await connection.query<{ indexname: string }>(
      "SELECT indexname FROM pg_indexes WHERE indexname LIKE '%_by_part' ORDER BY 1",
    );
    await connection.close();
    expect(found.map(({ indexname }) => indexname)).toEqual(['file_by_part', 'name_by_part']);
  });

  it('keeps the generation of a reader until the reader closes', async () => {
    await publishIndex(dbOf(0), url, PATIENT);
    const reader = await open();
    const before = reader.read((snapshot) => part(snapshot, 'node'));
    expect(reader.isCurrent()).toBe(true);
    await publishIndex(dbOf(1), url, PATIENT);
    await publishIndex(dbOf(0), url, PATIENT);
    expect(reader.isCurrent()).toBe(false);
    expect(reader.read((snapshot) => part(snapshot, 'node'))).toBe(before);
    expect(await schemas()).toHaveLength(2);
    reader.close();
    await expect
      .poll(async () => {
        await publishIndex(dbOf(1), url, PATIENT);
        return (await schemas()).length;
      })
      .toBe(1);
  });

  it('leaves nothing when it is ended, and the earlier index stays', async () => {
    await publishIndex(dbOf(0), url, PATIENT);
    const earlier = await schemas();
    let ended = 0;
    for (const delay of [5, 15, 30, 45, 60, 80]) {
      const signal = AbortSignal.timeout(delay);
      await publishIndex(dbOf(1), url, { ...PATIENT, signal }).catch(() => ended++);
      if (ended === 0) continue;
      const left = await schemas();
      expect(left).toHaveLength(1);
    }
    expect(ended).toBeGreaterThan(0);
    expect(earlier).toHaveLength(1);
    await publishIndex(dbOf(0), url, PATIENT);
  });

  it('waits for another one, or is busy', async () => {
    await publishIndex(dbOf(0), url, PATIENT);
    let waited = 0;
    const results = await Promise.allSettled([
      publishIndex(dbOf(0), url, { patienceMs: 0 }),
      publishIndex(dbOf(1), url, { patienceMs: 0 }),
      publishIndex(dbOf(1), url, { ...PATIENT, onWaiting: () => waited++ }),
    ]);
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(failed.length).toBeGreaterThan(0);
    for (const error of failed) expect(error).toMatchObject({ code: 'busy' });
    expect(results[2]?.status).toBe('fulfilled');
    expect(waited).toBeLessThanOrEqual(1);
  });
});

/** A number that differs between the states. */
function part(snapshot: Snapshot, table: string): string {
  const sql = `SELECT count(*) AS n FROM ${table}`;
  return `${table} ${snapshot.first(sql, [], (row) => row.integer('n'))}`;
}
