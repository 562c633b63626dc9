import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Connection } from './connect.ts';
import { startPostgres, type TestServer, WITHOUT_POSTGRES } from './postgres-fixture.ts';
import { driverUrl, isPostgresUrl, shownUrl } from './url.ts';

describe('URLs', () => {
  it('are distinguished from paths', () => {
    expect(['postgres://h/d', 'postgresql:///d', 'POSTGRES://h/d'].map(isPostgresUrl)).toEqual([true, true, true]);
    expect(['.analyzer/index.db', 'postgres', 'postgres:/x', 'https://h/d'].some(isPostgresUrl)).toBe(false);
  });

  it('are shown without secrets', () => {
    expect(shownUrl('postgres://me:secret@db.example:5433/facts?password=secret')).toBe(
      'postgres://me@db.example:5433/facts',
    );
    expect(shownUrl('postgres://me:secret@ho st/x')).not.toContain('secret');
  });

  it('have the modes of encryption of other programs', () => {
    expect(driverUrl('postgres://h/d?sslmode=require')).toContain('uselibpqcompat=true');
    expect(() => driverUrl('postgres://h/d?sslmode=requird')).toThrow('sslmode is requird');
    expect(() => driverUrl('postgres://me:secret@ho st/x')).toThrow(/^((?!secret).)*$/);
  });
});

describe.skipIf(WITHOUT_POSTGRES !== undefined)('a connection', () => {
  let server: TestServer;
  let url: string;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.database();
  });
  afterAll(() => server.remove());

  const open = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const connection = await Connection.open(url);
    try {
      return await work(connection);
    } finally {
      await connection.close();
    }
  };

  it('returns integers as numbers, and refuses those that are not exact', async () => {
    const sql =
      'SELECT 9007199254740991::bigint AS big, sum(n) AS sum, $1::bytea AS bytes FROM (VALUES (1), (2)) AS t (n)';
    const rows = await open((one) => one.query(sql, [Uint8Array.of(0, 255)]));
    expect(rows).toEqual([{ big: Number.MAX_SAFE_INTEGER, sum: 3, bytes: Buffer.from([0, 255]) }]);
    await expect(open((one) => one.query('SELECT 9007199254740993::bigint AS big'))).rejects.toThrow(
      'not a safe integer',
    );
  });

  it('undoes a failed transaction', async () => {
    await open(async (one) => {
      await one.query('CREATE TABLE public.t (n integer)');
      const failing = one.transaction(async () => {
        await one.query('INSERT INTO public.t VALUES (1)');
        throw new Error('stop');
      });
      await expect(failing).rejects.toThrow('stop');
      expect(await one.query('SELECT n FROM public.t')).toEqual([]);
    });
  });

  it.each([
    ['a wrong password', () => url.replace('p%40ss', 'wrong'), 'unreadable', 'refuses this user or password'],
    ['an unknown database', () => url.replace(/[^/]+$/, 'other'), 'not_found', 'no such database'],
    ['a closed port', () => url.replace(/:\d+\//, ':1/'), 'unavailable', 'no server listens there'],
    ['encryption that is off', () => `${url}?sslmode=require`, 'unavailable', 'no encrypted connection'],
  ])('names the reason: %s', async (_, wrong, code, reason) => {
    const error = await Connection.open(wrong()).catch((problem: unknown) => problem);
    expect(error).toMatchObject({ code, message: expect.stringContaining(reason), hint: expect.any(String) });
    expect(String(error)).not.toMatch(/p@ss|p%40ss/);
  });

  it('gives up when nothing answers', async () => {
    const silent = createServer();
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const opening = Connection.open(`postgres://u:p@127.0.0.1:${port}/d`);
    await expect(opening).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('not answer'),
    });
    silent.close();
  });

  it('fails clearly after the server stopped, and works after it started again', async () => {
    const connection = await Connection.open(url);
    const waiting = connection.query('SELECT pg_sleep(30)');
    const failing = expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
    await server.stop('SIGKILL');
    await failing;
    await expect(connection.query('SELECT 1')).rejects.toMatchObject({ code: 'unavailable' });
    await connection.close();
    await expect(open((one) => one.query('SELECT 1'))).rejects.toMatchObject({ code: 'unavailable' });
    await server.start();
    expect(await open((one) => one.query('SELECT 1 AS n'))).toEqual([{ n: 1 }]);
  });
});
