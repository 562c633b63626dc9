import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { discover } from '#discovery/discover.ts';
import type { Engine } from '#parse/engine.ts';
import { LOCKS } from '#postgres/advisory-locks.ts';
import { Connection } from '#postgres/connect.ts';
import { startPostgres, type TestServer, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { engineOfThisProcess } from '../fixture.ts';
import { indexWorkspace } from '../index-workspace.ts';
import { prepareServer, publishIndex } from './publish.ts';

const PATIENT = { patienceMs: 30_000 };
const CODE = 'def first(a, b):\n    return [a, b]\n';

async function indexOf(engine: Engine, ...names: string[]): Promise<string> {
  const folder = fixtureFolder(Object.fromEntries(names.map((name) => [`${name}/a.py`, CODE])));
  const folders = names.map((name) => join(folder, name));
  const { projects } = discover(folders, { discover: false, split: false, scan: {} });
  const db = join(folder, 'index.db');
  await indexWorkspace(projects, { db, engine });
  return db;
}

describe.skipIf(WITHOUT_POSTGRES !== undefined)('an index on a server', () => {
  let server: TestServer;
  let engine: Engine;
  let url: string;
  beforeAll(async () => {
    [server, engine] = await Promise.all([startPostgres(), engineOfThisProcess()]);
  });
  beforeEach(async () => {
    url = await server.database();
  });
  afterAll(() => server?.remove());

  const threeProjects = () => indexOf(engine, 'api', 'shop', 'web');
  const oneProject = () => indexOf(engine, 'shop');

  async function query<Row extends object>(sql: string): Promise<Row[]> {
    const connection = await Connection.open(url);
    try {
      return await connection.query<Row>(sql);
    } finally {
      await connection.close();
    }
  }

  async function published(): Promise<{ generation: number; labels: string[] }> {
    const [row] = await query<{ generation: number }>('SELECT generation FROM analyzer.current');
    const generation = row?.generation ?? 0;
    const labels = await query<{ label: string }>(`SELECT label FROM analyzer_g${generation}.project ORDER BY id`);
    return { generation, labels: labels.map(({ label }) => label) };
  }

  test('with projects that the new one does not have stays, and the error has counts, labels and remedy', async () => {
    await publishIndex(await threeProjects(), url, PATIENT);
    await expect(publishIndex(await oneProject(), url, PATIENT)).rejects.toMatchObject({
      code: 'other_projects',
      message: expect.stringMatching(/^postgres.* would lose projects \(3 now, 1 in the new index\): api, web$/),
      hint: expect.stringContaining('--replace'),
    });
    expect(await published()).toEqual({ generation: 1, labels: ['api', 'shop', 'web'] });
    expect(await query('SELECT number FROM analyzer.generation')).toEqual([{ number: 1 }]);
  });

  test('is replaced by the same projects of other folders, by more, and by fewer if projects may be removed', async () => {
    await publishIndex(await threeProjects(), url, PATIENT);
    await publishIndex(await threeProjects(), url, PATIENT);
    await publishIndex(await indexOf(engine, 'admin', 'api', 'shop', 'web'), url, PATIENT);
    expect(await published()).toMatchObject({ labels: ['admin', 'api', 'shop', 'web'] });
    await publishIndex(await oneProject(), url, { ...PATIENT, mayRemoveProjects: true });
    expect(await published()).toMatchObject({ labels: ['shop'] });
  });

  test('is compared with the labels before an index is made; a database without an index has none', async () => {
    await prepareServer(url, ['shop'], {});
    await publishIndex(await threeProjects(), url, PATIENT);
    await expect(prepareServer(url, ['shop'], {})).rejects.toMatchObject({ code: 'other_projects' });
    await prepareServer(url, ['shop'], { mayRemoveProjects: true });
    await prepareServer(url, ['web', 'shop', 'api'], {});
  });

  test('that another program published during the wait for its lock is compared', async () => {
    const [three, one] = [await threeProjects(), await oneProject()];
    await publishIndex(three, url, PATIENT);
    const other = await Connection.open(url);
    await other.query('SELECT pg_advisory_lock($1, 0)', [LOCKS.publication]);
    await other.query('CREATE TABLE analyzer.later AS TABLE analyzer.current; DELETE FROM analyzer.current');
    await prepareServer(url, ['shop'], {});
    const onWaiting = async () => {
      await other.query('INSERT INTO analyzer.current TABLE analyzer.later');
      await other.close();
    };
    let ended: Promise<void> | undefined;
    const waiting = publishIndex(one, url, { ...PATIENT, onWaiting: () => (ended = onWaiting()) });
    await expect(waiting).rejects.toMatchObject({ code: 'other_projects' });
    await ended;
    expect(await published()).toEqual({ generation: 1, labels: ['api', 'shop', 'web'] });
  });

  test('has the most projects of two programs that publish at once', async () => {
    const [three, one] = [await threeProjects(), await oneProject()];
    await Promise.allSettled([one, three, one].map((db) => publishIndex(db, url, PATIENT)));
    expect(await published()).toMatchObject({ labels: ['api', 'shop', 'web'] });
    expect(await query('SELECT number FROM analyzer.generation')).toHaveLength(1);
  });

  test('of another version of the schema is compared by its labels', async () => {
    await publishIndex(await threeProjects(), url, PATIENT);
    await query(
      'UPDATE analyzer.generation SET schema_version = 10; ALTER VIEW analyzer_g1.project RENAME copied_lines TO other',
    );
    await expect(publishIndex(await oneProject(), url, PATIENT)).rejects.toMatchObject({ code: 'other_projects' });
    await publishIndex(await threeProjects(), url, PATIENT);
  });

  test.each([
    ['without its schema', 'DROP SCHEMA analyzer_g1 CASCADE'],
    ['without its labels', 'ALTER VIEW analyzer_g1.project RENAME label TO other'],
  ])('%s is refused with the reason, and replaced if projects may be removed', async (_, damage) => {
    await publishIndex(await threeProjects(), url, PATIENT);
    await query(damage);
    await expect(publishIndex(await threeProjects(), url, PATIENT)).rejects.toMatchObject({
      code: 'unusable_index',
      message: expect.stringContaining('its projects cannot be read'),
      hint: expect.stringContaining('--replace'),
    });
    await publishIndex(await oneProject(), url, { ...PATIENT, mayRemoveProjects: true });
    expect(await published()).toMatchObject({ labels: ['shop'] });
  });
});
