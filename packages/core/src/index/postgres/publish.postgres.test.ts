import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '#postgres/connect.ts';
import { sharedPostgres, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { type IndexedProjects, indexProjects } from '#query/fixture.ts';
import { openIndex } from '../reader.ts';
import { type BridgeFixture, buildBridge } from './bridge/bridge-fixture.ts';
import { partOf, type ReadersOf, readDuring, replaceInPlace, schemasOf } from './publications-fixture.ts';
import { publishIndex } from './publish.ts';

const PATIENT = { patienceMs: 30_000 };

describe.skipIf(WITHOUT_POSTGRES !== undefined)('a publication', () => {
  const server = sharedPostgres();
  let bridge: BridgeFixture;
  /** Two states of the same projects. */
  let states: IndexedProjects[];
  let url: string;
  beforeAll(async () => {
    [bridge, ...states] = await Promise.all([
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
  });

  const open = () => openIndex(url, { bridge: bridge.path });
  const dbOf = (round: number): string => states[round % states.length]?.db ?? '';

  const schemas = (): Promise<string[]> => schemasOf(url);
  const readers = (): ReadersOf => ({ open, states, readers: 2 });

  it('is never seen in part', async () => {
    await publishIndex(dbOf(0), url, PATIENT);
    const publishing = async (): Promise<void> => {
      for (let round = 1; round <= 6; round++) await publishIndex(dbOf(round), url, PATIENT);
    };
    const { reads, torn } = await readDuring(publishing(), readers());
    expect(reads).toBeGreaterThan(15);
    expect(torn).toBe(0);
    await publishIndex(dbOf(0), url, PATIENT);
    expect(await schemas()).toHaveLength(1);
  });

  it('would be seen in part if it changed the tables in place', async () => {
    await publishIndex(dbOf(0), url, PATIENT);
    const { torn } = await readDuring(replaceInPlace(url, states, 10), readers());
    expect(torn).toBeGreaterThan(0);
  });

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
    const before = reader.read((snapshot) => partOf(snapshot, 'node'));
    expect(reader.isCurrent()).toBe(true);
    await publishIndex(dbOf(1), url, PATIENT);
    await publishIndex(dbOf(0), url, PATIENT);
    expect(reader.isCurrent()).toBe(false);
    expect(reader.read((snapshot) => partOf(snapshot, 'node'))).toBe(before);
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
      publishIndex(dbOf(1), url, { patienceMs: 0 }),
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
