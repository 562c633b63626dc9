import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestServer, WITHOUT_POSTGRES } from '#postgres/postgres-fixture.ts';
import { type IndexedProjects, indexProjects } from '#query/fixture.ts';
import { goingOn, type IndexReader, type Snapshot } from '../port.ts';
import { openIndex } from '../reader.ts';
import { type BridgeFixture, buildBridge } from './bridge/bridge-fixture.ts';
import { publishIndex } from './publish.ts';

/** The eighth power of the number of nodes, which never finishes. */
const ENDLESS = `
  SELECT count(*) AS n FROM node AS a, node AS b, node AS c, node AS d, node AS e, node AS f, node AS g, node AS h
  WHERE ${goingOn('(f.id + 15 * g.id + 7 * h.id)')}`;
const MAX_MS = 3_000;

const endless = (snapshot: Snapshot): number | undefined => snapshot.first(ENDLESS, [], (row) => row.integer('n'));
const nodes = (snapshot: Snapshot) => snapshot.first('SELECT count(*) AS n FROM node', [], (row) => row.integer('n'));

describe.skipIf(WITHOUT_POSTGRES !== undefined)('a running statement', () => {
  let server: TestServer;
  let bridge: BridgeFixture;
  let indexed: IndexedProjects;
  let url: string;
  beforeAll(async () => {
    [server, bridge, indexed] = await Promise.all([startPostgres(), buildBridge(), indexProjects()]);
    url = await server.database();
    await publishIndex(indexed.db, url, { patienceMs: 0 });
  });
  afterAll(async () => {
    indexed?.remove();
    bridge?.remove();
    await server?.remove();
  });

  const open = () => openIndex(url, { bridge: bridge.path });
  /** Sends a signal from another process, because this thread waits for the statement. */
  const signalLater = (signal: string): void => {
    spawn('sh', ['-c', `sleep 0.4; kill -${signal} ${server.pid}`], { stdio: 'ignore' });
  };
  const failureOf = (reader: IndexReader): { error: unknown; ms: number } => {
    const started = performance.now();
    try {
      reader.read(endless);
      return { error: undefined, ms: performance.now() - started };
    } catch (error) {
      return { error, ms: performance.now() - started - 400 };
    }
  };

  it('ends when its check fails, and the connection is used again', async () => {
    const reader = await open();
    const expected = reader.read(nodes);
    for (let time = 0; time < 3; time++) {
      const started = performance.now();
      const check = (): void => {
        if (performance.now() - started > 200) throw new RangeError('enough');
      };
      expect(() => reader.read(endless, check)).toThrow('enough');
      expect(performance.now() - started).toBeLessThan(1_500);
      expect(reader.read(nodes)).toBe(expected);
    }
    expect(reader.isCurrent()).toBe(true);
    reader.close();
  });

  it.each([
    ['INT', 'is stopped'],
    ['KILL', 'is killed'],
    ['STOP', 'hangs'],
  ])('fails within 3 s when the server %s: it %s', async (signal) => {
    const reader = await open();
    const { pid } = server;
    const backend = reader.read((its) => its.first('SELECT pg_backend_pid() AS n', [], (row) => row.integer('n'))) ?? 0;
    signalLater(signal);
    const { error, ms } = failureOf(reader);
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('stopped answering') });
    expect(ms).toBeLessThan(MAX_MS);
    expect(() => reader.read(nodes)).toThrow('stopped answering');
    expect(reader.isCurrent()).toBe(false);
    reader.close();
    if (signal === 'STOP') process.kill(pid, 'SIGCONT');
    else await expect(open()).rejects.toMatchObject({ code: 'unavailable' });
    // Without its server, the statement runs on and prevents a new start.
    if (signal === 'KILL') process.kill(backend, 'SIGQUIT');
    await server.stop('SIGQUIT');
    await server.start();
    const again = await open();
    expect(again.read((snapshot) => snapshot.id)).toBe(indexed.reader.read((snapshot) => snapshot.id));
    again.close();
  });
});
