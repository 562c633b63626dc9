import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { engineOfThisProcess } from '#index/fixture.ts';
import { openIndex } from '#index/reader.ts';
import { merkleRoot } from '#index/root/merkle-root.ts';
import { rootOfKinds } from '#index/root/stored-root.ts';
import type { Engine } from '#parse/engine.ts';
import { Connection } from '#postgres/connect.ts';
import { migrate } from '#postgres/migrations/migrate.ts';
import { sharedPostgres, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import type { ScanOptions } from '#scan/model.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { enqueue } from '../enqueue.ts';
import { forget } from '../manage.ts';
import { publish } from '../publish.ts';
import { type WorkerEvent, work } from '../worker.ts';
import { KINDS } from './project-functions.ts';
import { verifyCopies } from './verify-copies.ts';

const python = (name: string, item = 'value') =>
  `def ${name}(values):\n    total = 0\n    for ${item} in values:\n        total = total + ${item}\n    return total / len(values)\n`;
const SMALL = 'def small(a, b):\n    return a + b * 2\n';
const NO_GROUPS = merkleRoot([]);
const FILES = {
  'api/a.py': `${python('mean')}\n\n${SMALL}`,
  'jobs/numbers.py': `${python('average')}\n\n${SMALL}`,
  'web/mean.py': `${python('mean', 'entry')}\n\n${SMALL}`,
  'tools/x.py': `${SMALL}\n\n${python('mean')}`,
};

describe.skipIf(WITHOUT_POSTGRES !== undefined)('groups of a queue with workers', () => {
  const server = sharedPostgres();
  let engine: Engine;
  let url: string;
  let connection: Connection;
  beforeAll(async () => {
    engine = await engineOfThisProcess();
  });
  beforeEach(async () => {
    url = await server.database();
    connection = await Connection.open(url);
    await migrate(connection);
  });
  afterEach(() => connection.close());

  const add = (root: string, label: string, options: Partial<ScanOptions>, revision = '1') =>
    enqueue(connection, { label, source: join(root, label), revision, options });
  const run = async () => {
    const events: WorkerEvent[] = [];
    await work(url, {
      ...{ name: 'test', jobs: 1, openEngine: () => engine, leaseSeconds: 30, keepJobs: 30, once: true },
      onEvent: (event) => events.push(event),
      signal: new AbortController().signal,
    });
    return events;
  };
  /** The root of a published index of the same results. */
  const publishedRoot = async (root: string) => {
    const db = join(root, 'queue.db');
    await publish(connection, { db, openEngine: () => engine });
    const reader = await openIndex(db);
    const wanted = reader.read((snapshot) => rootOfKinds(snapshot, KINDS));
    reader.close();
    return wanted.root;
  };
  const expectPublished = async (root: string) => {
    const expected = await publishedRoot(root);
    expect(await verifyCopies(connection)).toMatchObject({
      root: expected,
      computed: expected,
      ranges: [],
      missing: [],
    });
    return expected;
  };

  test('have the root of the published index, also after changes and with other options', async () => {
    const root = fixtureFolder(FILES);
    const all = ['api', 'jobs', 'web', 'tools'];
    for (const label of all) await add(root, label, { min_nodes: 12 });
    await run();
    const roots = [await expectPublished(root)];
    // Another revision of the same files has the same part, so nothing changes.
    await add(root, 'api', { min_nodes: 12 }, '2');
    await run();
    expect(await expectPublished(root)).toBe(roots[0]);
    for (const label of all) await add(root, label, { min_nodes: 5 });
    await run();
    roots.push(await expectPublished(root));
    writeFileSync(join(root, 'web/mean.py'), python('median', 'item'));
    await add(root, 'web', { min_nodes: 5 }, '3');
    await run();
    roots.push(await expectPublished(root));
    await forget(connection, 'jobs');
    roots.push(await expectPublished(root));
    expect(new Set(roots).size).toBe(4);
  });

  test('have the functions that are large enough for their own projects', async () => {
    const root = fixtureFolder(FILES);
    await add(root, 'api', { min_nodes: 5 });
    await add(root, 'jobs', { min_nodes: 5 });
    await add(root, 'web', { min_nodes: 12 });
    await run();
    expect(await verifyCopies(connection)).toMatchObject({ functions: 2 * 5, ranges: [], missing: [] });
  });

  test('are only of the kinds that the projects want', async () => {
    const root = fixtureFolder(FILES);
    for (const label of ['api', 'web']) await add(root, label, { kinds: ['function-shape'] });
    await run();
    expect(await expectPublished(root)).not.toBe(NO_GROUPS);
    for (const label of ['api', 'web']) await add(root, label, { kinds: ['near'] }, '2');
    await run();
    expect(await expectPublished(root)).toBe(NO_GROUPS);
  });

  test('get the functions of results that were stored before the migration, except of damaged parts', async () => {
    const root = fixtureFolder(FILES);
    for (const label of ['api', 'jobs', 'web', 'tools']) await add(root, label, {});
    await run();
    const [before] = await connection.query<{ root: string }>('SELECT root FROM analyzer.copies_state');
    await forget(connection, 'tools');
    const expected = await expectPublished(root);
    expect(expected).not.toBe(before?.root);
    await connection.query(`
      TRUNCATE analyzer.copies_project, analyzer.copies_function, analyzer.copies_group, analyzer.copies_range`);
    expect((await verifyCopies(connection)).missing).toEqual(['api', 'jobs', 'web']);
    expect(await run()).toEqual([]);
    expect(await expectPublished(root)).toBe(expected);

    await connection.query("UPDATE analyzer.copies_project SET versions = 'earlier' WHERE label IN ('api', 'web')");
    await connection.query(
      "UPDATE analyzer.part_chunk SET data = '\\x00ff' WHERE part_key = (SELECT part_key FROM analyzer.project WHERE label = 'api')",
    );
    expect(await run()).toMatchObject([{ type: 'failed', label: 'api', isFinal: true }]);
    expect(await verifyCopies(connection)).toMatchObject({ root: expected, ranges: [], missing: ['api'] });
  });

  test('of another version of the program are left to its workers', async () => {
    const root = fixtureFolder(FILES);
    await add(root, 'api', {});
    await run();
    await connection.query("UPDATE analyzer.copies_project SET versions = 'earlier'");
    await connection.query("UPDATE analyzer.job SET versions = 'earlier'");
    expect(await run()).toEqual([]);
    expect((await verifyCopies(connection)).missing).toEqual(['api']);
  });
});
