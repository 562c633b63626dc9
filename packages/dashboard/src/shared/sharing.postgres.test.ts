import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@analyzer/core/postgres/connect.ts';
import {
  startPostgres,
  type TestServer as TestPostgres,
  WITHOUT_POSTGRES,
} from '@analyzer/core/postgres/postgres-fixture.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stopServers, type TestServer, testServer } from '../testing/test-server.ts';
import { PostgresLog } from './postgres-log.ts';

const WAIT = { timeout: 30_000, interval: 20 };

describe.skipIf(WITHOUT_POSTGRES !== undefined)('dashboards with one shared store', () => {
  let postgres: TestPostgres;
  let url: string;
  const folders: string[] = [];
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  beforeEach(async () => {
    url = await postgres.database();
  });
  afterEach(async () => {
    await stopServers();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });
  afterAll(() => postgres.remove());

  const start = (options: Parameters<typeof testServer>[0] = {}) =>
    testServer({ sharedLog: new PostgresLog(url), ...options });

  /** The names of the events that a server lists, sorted. */
  const listed = async (server: TestServer): Promise<string[]> => {
    const events: unknown = await (await server.get('/events?limit=1000')).json();
    return [...JSON.stringify(events).matchAll(/"n":"([^"]+)"/g)].map(([, name = '']) => name).sort();
  };
  const post = async (server: TestServer, name: string): Promise<void> => {
    const response = await server.post(JSON.stringify({ type: 'PASS', service: 's', n: name }));
    expect(response.status).toBe(201);
  };
  const names = (prefix: string, count: number): string[] =>
    Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(4, '0')}`);
  const metric = async (server: TestServer, name: string): Promise<number> =>
    Number(new RegExp(`^dashboard_${name} (.*)$`, 'm').exec(await (await server.get('/metrics')).text())?.[1]);
  const sql = async <Row extends object>(statement: string): Promise<Row[]> => {
    const connection = await Connection.open(url);
    try {
      return await connection.query<Row>(statement);
    } finally {
      await connection.close();
    }
  };

  it('have all events of all of them, once and with their bytes', async () => {
    const servers = await Promise.all([start(), start(), start()]);
    await Promise.all(servers.flatMap((server, index) => names(String(index), 40).map((name) => post(server, name))));
    const raw = '{"type":"PASS", "service":"ü","n":"bytes","size":1.10,"size":2}';
    const [first] = servers;
    await first?.post(raw);
    const all = ['bytes', ...servers.flatMap((_, index) => names(String(index), 40))].sort();
    for (const server of servers) {
      await expect.poll(() => listed(server), WAIT).toEqual(all);
      expect(await (await server.get('/events?limit=1000')).text()).toContain(raw.slice(0, -1));
    }
  });

  it('have the same after a restart, without reading an event twice', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    const all = [...names('a', 30), ...names('b', 30)];
    for (const name of all) await post(name.startsWith('a') ? one : two, name);
    await expect.poll(() => listed(two), WAIT).toEqual(all);
    const copy = mkdtempSync(join(tmpdir(), 'dashboard-'));
    folders.push(copy);
    // As after a kill: without the state that a normal end writes.
    for (const name of ['events.jsonl', 'state.json']) cpSync(join(two.folder, name), join(copy, name));
    await two.stop();
    const again = await start({ dataDir: copy });
    await expect.poll(() => metric(again, 'shared_store_connected'), WAIT).toBe(1);
    await post(one, 'c');
    await expect.poll(() => listed(again), WAIT).toEqual([...all, 'c']);
  });

  it('lose nothing while the shared store is away, beyond what memory holds and over a restart', async () => {
    const early = await start();
    await expect.poll(() => metric(early, 'shared_store_connected'), WAIT).toBe(1);
    await postgres.stop('SIGKILL');
    const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
    folders.push(folder);
    const first = names('x', 300);
    const small = await start({ ring: 20, dataDir: folder });
    for (const name of first) await post(small, name);
    await small.stop();
    const second = await start({ ring: 20, dataDir: folder });
    for (const name of names('y', 100)) await post(second, name);
    expect(await metric(second, 'shared_store_connected')).toBe(0);
    expect(await metric(second, 'shared_store_behind_events')).toBeGreaterThanOrEqual(400);
    await postgres.start();
    const all = [...first, ...names('y', 100)];
    await expect.poll(() => listed(early), WAIT).toEqual(all);
    await expect.poll(() => metric(second, 'shared_store_behind_events'), WAIT).toBe(0);
    // The log may be shortened again.
    for (const name of names('z', 50)) await post(second, name);
    await expect
      .poll(async () => {
        await post(second, 'later');
        return readFileSync(join(folder, 'events.jsonl'), 'utf8').split('\n').length;
      }, WAIT)
      .toBeLessThanOrEqual(41);
  });

  it('agree that a service fails until a PASS covers the failure, also one that joins later', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    const send = async (server: TestServer, event: object): Promise<void> => {
      expect((await server.post(JSON.stringify({ service: 'shop', stage: 'unit', ...event }))).status).toBe(201);
    };
    await send(one, { type: 'REGRESSION', file: 'cart.spec' });
    await expect.poll(() => two.store.services.find('shop')?.result, WAIT).toBe('failing');
    await send(two, { type: 'PASS', file: 'login.spec' });
    const three = await start();
    const servers = [one, two, three];
    const states = () => servers.map(({ store }) => store.services.find('shop'));
    const failing = { count: 2, problems: [{ kind: 'tests', file: 'cart.spec', stage: 'unit' }] };
    await expect.poll(states, WAIT).toMatchObject([failing, failing, failing]);
    await send(three, { type: 'PASS', file: 'cart.spec' });
    const passing = { count: 3, problems: [], result: 'passing' };
    await expect.poll(states, WAIT).toMatchObject([passing, passing, passing]);
  });

  it('apply the actions of users in all of them, and refuse them while the shared store is away', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    for (const server of [one, two]) await expect.poll(() => metric(server, 'shared_store_connected'), WAIT).toBe(1);
    await post(one, 'a');
    await post(two, 'b');
    await expect.poll(() => listed(one), WAIT).toEqual(['a', 'b']);
    const given = { service: 's', owner: 'me', hours: 1, note: 'mine' };
    const acknowledge = (server: TestServer) =>
      fetch(`${server.address}/dashboard/acknowledgements`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(given),
      });
    expect((await acknowledge(one)).status).toBe(201);
    const state = async (server: TestServer) => (await server.get('/dashboard/state')).text();
    await expect.poll(() => state(two), WAIT).toContain('"note":"mine"');
    expect((await fetch(`${two.address}/events`, { method: 'DELETE' })).status).toBe(204);
    expect(await listed(two)).toEqual([]);
    await expect.poll(() => listed(one), WAIT).toEqual([]);
    await post(one, 'c');
    await expect.poll(() => listed(two), WAIT).toEqual(['c']);
    // A new dashboard sees neither what was cleared nor the clearing again.
    const late = await start();
    await expect.poll(() => listed(late), WAIT).toEqual(['c']);
    await postgres.stop('SIGKILL');
    await expect.poll(() => metric(one, 'shared_store_connected'), WAIT).toBe(0);
    const refused = await fetch(`${one.address}/events`, { method: 'DELETE' });
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('nothing was changed')]);
    expect(await state(one)).toContain('"sharedBehind":');
    await postgres.start();
    expect(await listed(one)).toEqual(['c']);
  });

  it('read an event whose transaction ends after a later one', async () => {
    const server = await start();
    await expect.poll(() => metric(server, 'shared_store_connected'), WAIT).toBe(1);
    const slow = await Connection.open(url);
    const add = (instance: string, name: string) =>
      `INSERT INTO analyzer.event (instance, kind, seq, cut, body)
      VALUES ('${instance}', 0, 1, 0, '{"type":"PASS","service":"s","n":"${name}"}')`;
    await slow.query('BEGIN');
    await slow.query(add('aaaaaaaaaaaa', 'early'));
    await sql(add('bbbbbbbbbbbb', 'late'));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await listed(server)).toEqual([]);
    await slow.query('COMMIT');
    await slow.close();
    await expect.poll(() => listed(server), WAIT).toEqual(['early', 'late']);
  });

  it('skip and report entries that they cannot read', async () => {
    const reports: string[] = [];
    const server = await start({ journal: (event) => reports.push(event) });
    await expect.poll(() => metric(server, 'shared_store_connected'), WAIT).toBe(1);
    const insert = (seq: number, kind: number, body: string) =>
      sql(
        `INSERT INTO analyzer.event (instance, kind, seq, cut, body) VALUES ('aaaaaaaaaaaa', ${kind}, ${seq}, 0, '${body}')`,
      );
    await insert(1, 0, 'no JSON');
    await insert(1, 1, '{"kind":"other","by":"x"}');
    await insert(1, 7, '{}');
    await insert(2, 0, '{"type":"PASS","service":"s","n":"good"}');
    await expect.poll(() => listed(server), WAIT).toEqual(['good']);
    expect(reports.filter((event) => event === 'shared-entry-unreadable')).toHaveLength(3);
  });

  it('continue with a backup that was restored on another server', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    await post(one, 'a');
    await expect.poll(() => listed(two), WAIT).toEqual(['a']);
    await Promise.all([one.stop(), two.stop()]);
    await sql("UPDATE analyzer.event SET xid = '900000000000'");
    const [first, second] = await Promise.all([start({ dataDir: one.folder }), start({ dataDir: two.folder })]);
    await post(first, 'b');
    await expect.poll(() => listed(second), WAIT).toEqual(['a', 'b']);
    expect(await listed(first)).toEqual(['a', 'b']);
    const late = await start();
    await expect.poll(() => listed(late), WAIT).toEqual(['a', 'b']);
  });

  it('refuse a copy of a data folder that is in use', async () => {
    const server = await start();
    await post(server, 'a');
    await expect.poll(() => metric(server, 'shared_store_behind_events'), WAIT).toBe(0);
    const copy = mkdtempSync(join(tmpdir(), 'dashboard-'));
    folders.push(copy);
    cpSync(join(server.folder, 'state.json'), join(copy, 'state.json'));
    const reports: string[] = [];
    const second = await start({
      dataDir: copy,
      journal: (event, details) => reports.push(`${event} ${JSON.stringify(details)}`),
    });
    await expect.poll(() => reports.join('\n'), WAIT).toContain('another dashboard uses a copy of this data folder');
    expect(await metric(second, 'shared_store_connected')).toBe(0);
  });
});
