import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { discover } from '#discovery/discover.ts';
import { contentOf, engineOfThisProcess } from '#index/fixture.ts';
import { indexWorkspace } from '#index/index-workspace.ts';
import type { Engine } from '#parse/engine.ts';
import { LOCKS } from '#postgres/advisory-locks.ts';
import { Connection } from '#postgres/connect.ts';
import { migrate } from '#postgres/migrations/migrate.ts';
import { startPostgres, type TestServer, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { enqueue, knownLabel } from './enqueue.ts';
import { claim, complete, fail, type LeasedJob, LostLease, MAX_ATTEMPTS, release, renew } from './lease.ts';
import { forget, readStatus, retry } from './manage.ts';
import { fetchPart } from './part-store.ts';
import { pruneJobs } from './prune.ts';
import { publish } from './publish.ts';
import { type WorkerEvent, work } from './worker.ts';

const LEASE = 30;

describe.skipIf(WITHOUT_POSTGRES !== undefined)('the queue', () => {
  let server: TestServer;
  let engine: Engine;
  let url: string;
  let connection: Connection;
  beforeAll(async () => {
    [server, engine] = await Promise.all([startPostgres(), engineOfThisProcess()]);
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    url = await server.database();
    connection = await Connection.open(url);
    await migrate(connection);
  });
  afterEach(() => connection.close());

  const project = (label: string, more = {}) => ({
    ...{ label, source: `/projects/${label}`, revision: '1', options: {} },
    ...more,
  });
  const rows = (sql: string) => connection.query<Record<string, unknown>>(sql);
  const states = async () =>
    (await rows('SELECT label, state FROM analyzer.job ORDER BY id')).map((it) => Object.values(it));
  const take = async (): Promise<LeasedJob> => {
    const job = await claim(connection, 'test', LEASE);
    if (job === undefined) throw new Error('no job');
    return job;
  };
  const partFile = (name: string, text = name) => {
    const path = join(fixtureFolder({ part: text }), 'part');
    return { part: { key: name.padEnd(64, '0'), path }, snapshotId: 's'.repeat(64), root: undefined };
  };

  describe('enqueue', () => {
    test('adds the same job once, also from several programs at once', async () => {
      const others = await Promise.all(Array.from({ length: 4 }, () => Connection.open(url)));
      const found = await Promise.all(others.map((one) => enqueue(one, project('a'))));
      expect(found.sort()).toEqual(['added', 'waiting', 'waiting', 'waiting']);
      expect(await states()).toEqual([['a', 'ready']]);
      await Promise.all(others.map((one) => one.close()));
    });

    test('supersedes an earlier revision that has not started', async () => {
      await enqueue(connection, project('a'));
      await enqueue(connection, project('a', { revision: '2' }));
      expect(await states()).toEqual([
        ['a', 'superseded'],
        ['a', 'ready'],
      ]);
      expect((await take()).revision).toBe('2');
    });

    test('refuses a name that another source has, and changes nothing', async () => {
      await enqueue(connection, project('a'));
      const refused = enqueue(connection, project('a', { source: '/other/a' }));
      await expect(refused).rejects.toMatchObject({
        code: 'usage',
        message: '/projects/a and /other/a would both have the name a',
      });
      expect(await states()).toEqual([['a', 'ready']]);
    });

    test('finds the name that a source has', async () => {
      await enqueue(connection, project('a'));
      expect(await knownLabel(connection, '/projects/a')).toBe('a');
      expect(await knownLabel(connection, '/projects/b')).toBeUndefined();
    });

    test('uses a stored result again, and tries a dead job again', async () => {
      await enqueue(connection, project('a'));
      await complete(connection, await take(), partFile('a'));
      expect(await enqueue(connection, project('a'))).toBe('done');
      await enqueue(connection, project('b'));
      await fail(connection, await take(), { problem: 'x', isFinal: true });
      expect(await enqueue(connection, project('b'))).toBe('again');
      expect(await states()).toEqual([
        ['a', 'done'],
        ['b', 'ready'],
      ]);
    });

    test('indexes a revision again whose part was replaced by a newer one', async () => {
      await enqueue(connection, project('a'));
      await complete(connection, await take(), partFile('a1'));
      await enqueue(connection, project('a', { revision: '2' }));
      await complete(connection, await take(), partFile('a2'));
      expect(await rows('SELECT rtrim(key, $$0$$) AS key FROM analyzer.part')).toEqual([{ key: 'a2' }]);
      expect(await enqueue(connection, project('a'))).toBe('again');
      await complete(connection, await take(), partFile('a1'));
      expect(await rows('SELECT rtrim(part_key, $$0$$) AS key FROM analyzer.project')).toEqual([{ key: 'a1' }]);
    });
  });

  test('a job whose worker was killed is taken after those that were ready before, so that a series of kills spares it', async () => {
    await enqueue(connection, project('a'));
    await enqueue(connection, project('b'));
    const killed = await take();
    await connection.query("UPDATE analyzer.job SET lease_until = now() - interval '1 millisecond' WHERE id = $1", [
      killed.id,
    ]);
    await enqueue(connection, project('c'));
    expect([(await take()).label, (await take()).label, (await take()).label]).toEqual(['b', 'a', 'c']);
  });

  describe('a lease', () => {
    const expire = (job: LeasedJob) =>
      connection.query("UPDATE analyzer.job SET lease_until = now() - interval '1 second' WHERE id = $1", [job.id]);

    test('excludes other workers until it ends', async () => {
      await enqueue(connection, project('a'));
      const job = await take();
      expect(await claim(connection, 'other', LEASE)).toBeUndefined();
      await expire(job);
      expect(await claim(connection, 'other', LEASE)).toMatchObject({ id: job.id, attempts: 2 });
    });

    test('that was lost stores nothing: not the result, not the part, not the failure', async () => {
      await enqueue(connection, project('a'));
      const stalled = await take();
      await expire(stalled);
      const job = await take();
      await expect(complete(connection, stalled, partFile('wrong'))).rejects.toThrow(LostLease);
      await expect(renew(connection, stalled, LEASE)).rejects.toThrow(LostLease);
      await expect(fail(connection, stalled, { problem: 'x', isFinal: true })).rejects.toThrow(LostLease);
      await release(connection, stalled);
      expect(await states()).toEqual([['a', 'running']]);
      expect(await rows('SELECT * FROM analyzer.part')).toEqual([]);
      await complete(connection, job, partFile('right'));
      await expect(complete(connection, job, partFile('again'))).rejects.toThrow(LostLease);
      expect(await rows('SELECT rtrim(part_key, $$0$$) AS part, attempt FROM analyzer.job_result')).toEqual([
        { part: 'right', attempt: 2 },
      ]);
    });

    test('of an earlier revision does not change the project', async () => {
      await enqueue(connection, project('a'));
      const old = await take();
      await enqueue(connection, project('a', { revision: '2' }));
      await complete(connection, await take(), partFile('new'));
      await complete(connection, old, partFile('old'));
      expect(await rows('SELECT rtrim(part_key, $$0$$) AS key FROM analyzer.project')).toEqual([{ key: 'new' }]);
      expect(await rows('SELECT rtrim(key, $$0$$) AS key FROM analyzer.part')).toEqual([{ key: 'new' }]);
    });

    test('can be given back without an attempt', async () => {
      await enqueue(connection, project('a'));
      await release(connection, await take());
      expect((await take()).attempts).toBe(1);
    });

    test(`is given ${MAX_ATTEMPTS} times to workers that end without a message, then the job is dead`, async () => {
      await enqueue(connection, project('a'));
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) await expire(await take());
      expect(await claim(connection, 'test', LEASE)).toBeUndefined();
      expect((await readStatus(connection)).dead).toMatchObject([
        { label: 'a', attempts: MAX_ATTEMPTS, problem: 'the worker test ended or stalled in the last attempt' },
      ]);
      expect(await retry(connection)).toBe(1);
      expect((await take()).attempts).toBe(1);
    });

    test('after a failure is given again later, then the job is dead', async () => {
      await enqueue(connection, project('a'));
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        await fail(connection, await take(), { problem: 'x\0y', isFinal: false });
        expect(await claim(connection, 'test', LEASE)).toBeUndefined();
        await connection.query('UPDATE analyzer.job SET ready_at = now()');
      }
      expect((await readStatus(connection)).dead).toMatchObject([{ problem: 'xy' }]);
    });

    test('is not given to workers of another version', async () => {
      await enqueue(connection, project('a'));
      await connection.query("UPDATE analyzer.job SET versions = 'other'");
      expect(await claim(connection, 'test', LEASE)).toBeUndefined();
      expect(await readStatus(connection)).toMatchObject({ other_versions: 1, jobs: { ready: 1 } });
    });
  });

  test('forget removes the project, its jobs and stored versions, and ends the lease of its job', async () => {
    await enqueue(connection, project('a'));
    await complete(connection, await take(), partFile('a'));
    await enqueue(connection, project('b'));
    await complete(connection, await take(), partFile('b'));
    await enqueue(connection, project('a', { revision: '2' }));
    const job = await take();
    await forget(connection, 'a');
    await expect(complete(connection, job, partFile('late'))).rejects.toThrow(LostLease);
    for (const table of ['job', 'job_result', 'part', 'part_chunk', 'project']) {
      expect([table, await rows(`SELECT count(*) AS n FROM analyzer.${table}`)]).toEqual([table, [{ n: 1 }]]);
    }
    await expect(forget(connection, 'a')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('finished jobs that no project wants are removed after some days, and the stored version stays', async () => {
    await enqueue(connection, project('a'));
    await complete(connection, await take(), partFile('a1'));
    await enqueue(connection, project('a', { revision: '2' }));
    await complete(connection, await take(), partFile('a2'));
    await enqueue(connection, project('a', { revision: '3' }));
    await enqueue(connection, project('b'));
    await fail(connection, await take(), { problem: 'x', isFinal: true });
    expect(await pruneJobs(connection, 1)).toBe(0);
    await connection.query("UPDATE analyzer.job SET finished_at = finished_at - interval '2 days'");
    // They were enqueued today.
    expect(await pruneJobs(connection, 1)).toBe(0);
    await connection.query("UPDATE analyzer.job SET enqueued_at = enqueued_at - interval '2 days'");
    expect(await pruneJobs(connection, 1)).toBe(2);
    expect(await states()).toEqual([
      ['a', 'dead'],
      ['b', 'ready'],
    ]);
    expect(await rows('SELECT rtrim(part_key, $$0$$) AS key FROM analyzer.project WHERE label = $$a$$')).toEqual([
      { key: 'a2' },
    ]);
    expect(await enqueue(connection, project('a'))).toBe('added');
  });

  test('a part returns as it was stored, and a damaged one is refused', async () => {
    await enqueue(connection, project('a'));
    const text = 'part '.repeat(1_000_000);
    const result = partFile('a', text);
    await complete(connection, await take(), result);
    const path = join(fixtureFolder({}), 'fetched');
    await fetchPart(connection, { key: result.part.key, path });
    expect(readFileSync(path, 'utf8') === text).toBe(true);
    for (const damage of [
      "UPDATE analyzer.part SET sha256 = 'x'",
      'UPDATE analyzer.part SET size = size - 1',
      "UPDATE analyzer.part_chunk SET data = '\\x00ff'",
      'DELETE FROM analyzer.part_chunk',
    ]) {
      await connection.query(damage);
      rmSync(path);
      await expect(fetchPart(connection, { key: result.part.key, path })).rejects.toMatchObject({
        code: 'unusable_index',
      });
    }
  });

  describe('a worker', () => {
    const run = async (more: Partial<Parameters<typeof work>[1]> = {}): Promise<WorkerEvent[]> => {
      const events: WorkerEvent[] = [];
      await work(url, {
        ...{ name: 'test', jobs: 2, openEngine: () => engine, leaseSeconds: LEASE, keepJobs: 30, once: true },
        onEvent: (event) => events.push(event),
        signal: new AbortController().signal,
        ...more,
      });
      return events;
    };
    const code = (name: string) =>
      `def ${name}(values):\n    total = 0\n    for value in values:\n        total = total + value\n    return total / len(values)\n`;
    const FILES = {
      'api/package.json': '{"name": "api"}',
      'api/a.js': 'export function a(list) { return list.map((it) => it * 2).filter((it) => it > 3); }\n',
      'jobs/numbers.py': code('mean'),
      'web/package.json': '{"dependencies": {"api": "1"}}',
      'web/b.js': "import { a } from 'api';\nexport const b = () => a([1]);\n",
      'web/mean.py': code('average'),
    };
    const folders = (root: string) => ['api', 'jobs', 'web'].map((name) => join(root, name));
    const enqueueAll = async (sources: readonly string[]) => {
      for (const source of sources) await enqueue(connection, project(source.split('/').at(-1) ?? '', { source }));
    };

    test('stores parts of which an index equal to that of workspace index is published', async () => {
      const root = fixtureFolder(FILES);
      await enqueueAll(folders(root));
      expect((await run()).map(({ type, label }) => [type, label]).sort()).toEqual([
        ['done', 'api'],
        ['done', 'jobs'],
        ['done', 'web'],
      ]);
      const [db, direct] = [join(root, 'queue.db'), join(root, 'direct.db')];
      const published = await publish(connection, { db, openEngine: () => engine });
      const { projects } = discover(folders(root), { discover: false, split: false, scan: {} });
      expect(published).toEqual({
        snapshotId: await indexWorkspace(projects, { db: direct, engine }),
        isUnchanged: false,
        projects: 3,
        missing: 0,
      });
      expect(await contentOf(db)).toEqual(await contentOf(direct));
      // Also on the server of the queue.
      expect(await publish(connection, { db: url, openEngine: () => engine })).toEqual(published);
      expect(await rows('SELECT snapshot_id FROM analyzer.current')).toEqual([{ snapshot_id: published.snapshotId }]);
    });

    test('publishes nothing if the parts are those of the index, and again after each change', async () => {
      const root = fixtureFolder(FILES);
      await enqueueAll(folders(root));
      await run();
      const generation = async () => (await rows('SELECT generation FROM analyzer.current'))[0]?.generation;
      const db = join(root, 'x.db');
      const never = (): Engine => {
        throw new Error('an engine was opened');
      };
      for (const target of [url, db]) {
        const first = await publish(connection, { db: target, openEngine: () => engine });
        const before = target === db ? statSync(db).ino : await generation();
        const second = await publish(connection, { db: target, openEngine: never });
        expect(second).toEqual({ ...first, isUnchanged: true });
        expect(target === db ? statSync(db).ino : await generation()).toBe(before);
      }
      const isPublished = async (target: string) =>
        !(await publish(connection, { db: target, openEngine: () => engine })).isUnchanged;
      // Another file with the same content is not the one that was published.
      writeFileSync(`${db}2`, readFileSync(db));
      renameSync(`${db}2`, db);
      expect([await isPublished(db), await isPublished(db), await isPublished(url)]).toEqual([true, false, false]);
      const current = await generation();
      await connection.query(`DROP SCHEMA analyzer_g${current} CASCADE`);
      expect([await isPublished(url), await isPublished(url)]).toEqual([true, false]);
      await forget(connection, 'jobs');
      expect([await isPublished(url), await isPublished(db)]).toEqual([true, true]);
      expect([await isPublished(url), await isPublished(db)]).toEqual([false, false]);
      await connection.query("UPDATE analyzer.project SET root = '/moved' WHERE label = 'api'");
      expect([await isPublished(url), await isPublished(db)]).toEqual([true, true]);
    });

    test('refuses to publish projects that were indexed for other groups', async () => {
      const root = fixtureFolder(FILES);
      const [source, other] = folders(root);
      await enqueue(connection, project('api', { source }));
      await enqueue(connection, project('jobs', { source: other, options: { min_near_nodes: 40 } }));
      await run();
      const db = join(root, 'x.db');
      await expect(publish(connection, { db, openEngine: () => engine })).rejects.toMatchObject({
        code: 'usage',
        message: 'the project jobs was indexed with --min-near 40, the project api with --min-near 30',
        hint: expect.stringContaining('--min-near'),
      });
      expect(existsSync(db)).toBe(false);
    });

    test('reports a folder that vanished, and indexes the others', async () => {
      const root = fixtureFolder(FILES);
      await enqueueAll(folders(root));
      rmSync(join(root, 'jobs'), { recursive: true });
      const stop = new AbortController();
      const events: WorkerEvent[] = [];
      await run({
        once: false,
        signal: stop.signal,
        onEvent: (event) => {
          events.push(event);
          if (events.length === 3) stop.abort();
        },
      });
      expect(events).toContainEqual(expect.objectContaining({ type: 'failed', label: 'jobs', isFinal: false }));
      expect(await readStatus(connection)).toMatchObject({
        jobs: { ready: 1, done: 2 },
        projects: { total: 3, indexed: 2 },
      });
      const { missing } = await publish(connection, { db: join(root, 'x.db'), openEngine: () => engine });
      expect(missing).toBe(1);
    });

    test('stores the reason and the remedy of a source that cannot be read', async () => {
      const source = `file://${fixtureFolder({})}/gone.git`;
      await enqueue(connection, project('gone', { source, revision: 'a'.repeat(40) }));
      const stop = new AbortController();
      await run({ once: false, signal: stop.signal, onEvent: () => stop.abort() });
      const reason = /^cannot read .*gone\.git: .*\. Check the URL and the credentials of git/s;
      expect(await rows('SELECT problem FROM analyzer.job')).toEqual([{ problem: expect.stringMatching(reason) }]);
    });

    test('that is stopped gives its job back', async () => {
      const root = fixtureFolder(FILES);
      await enqueueAll([join(root, 'api')]);
      const stop = new AbortController();
      const slow: Engine = {
        ...engine,
        parse: async (job) => {
          stop.abort(new AnalyzerError('cancelled', {}));
          return engine.parse(job);
        },
      };
      await run({ signal: stop.signal, openEngine: () => slow, jobs: 1 });
      expect(await rows('SELECT state, attempts FROM analyzer.job')).toEqual([{ state: 'ready', attempts: 0 }]);
    });

    test('does not store the result of a job that was taken from it', async () => {
      const root = fixtureFolder(FILES);
      await enqueueAll([join(root, 'api')]);
      const thief: Engine = {
        ...engine,
        parse: async (job) => {
          await forget(connection, 'api').catch(() => undefined);
          return engine.parse(job);
        },
      };
      expect(await run({ openEngine: () => thief, jobs: 1 })).toEqual([{ type: 'lost', label: 'api' }]);
      expect(await rows('SELECT * FROM analyzer.part')).toEqual([]);
    });

    test('ends with a clear error when the server stops', async () => {
      const root = fixtureFolder(FILES);
      await enqueueAll(folders(root));
      const stopping: Engine = {
        ...engine,
        parse: async (job) => {
          await server.stop();
          return engine.parse(job);
        },
      };
      await expect(run({ openEngine: () => stopping, jobs: 1 })).rejects.toMatchObject({ code: 'unavailable' });
      await server.start();
      await connection.close();
      connection = await Connection.open(url);
      expect(await states()).toEqual([
        ['api', 'running'],
        ['jobs', 'ready'],
        ['web', 'ready'],
      ]);
    });
  });

  test('only one program publishes at a time, and an empty queue publishes nothing', async () => {
    const db = join(fixtureFolder({}), 'x.db');
    await expect(publish(connection, { db, openEngine: () => engine })).rejects.toMatchObject({ code: 'not_found' });
    await connection.transaction(async () => {
      const other = await Connection.open(url);
      await connection.query('SELECT pg_advisory_xact_lock($1, 0)', [LOCKS.assembly]);
      await expect(publish(other, { db, openEngine: () => engine })).rejects.toMatchObject({ code: 'busy' });
      await other.close();
    });
  });
});
