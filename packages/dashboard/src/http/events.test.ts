import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { stopServers, type TestServer, testServer } from '../testing/test-server.ts';
import { Tokens } from './tokens.ts';

afterEach(stopServers);

/** A token of sufficient length. */
const long = (name: string): string => name.padEnd(32, '-');

const list = async (server: TestServer, query = '') => {
  const response = await server.get(`/events${query}`);
  expect(response.status).toBe(200);
  return JSON.parse(await response.text()) as {
    items: Record<string, unknown>[];
    total: number;
    total_matching: number;
    cursor: string | null;
    meta: { seq: number; received_at: number; cut: number }[];
  };
};

describe('compatibility with existing agents and tools', () => {
  it('accepts an event at every path that agents use', async () => {
    const server = await testServer();
    for (const path of ['/events', '/events/', '/events/events', '/events/events/']) {
      const response = await fetch(`${server.address}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"type":"PASS","service":"s","timestamp":1730000000}',
        redirect: 'manual',
      });
      expect(response.status).toBe(201);
      expect(await response.json()).toMatchObject({
        accepted: true,
        type: 'PASS',
        timestamp: 1_730_000_000,
        notifications_sent: 0,
      });
    }
    expect((await list(server)).total).toBe(4);
  });

  it('returns every declared key, and extra keys unchanged', async () => {
    const server = await testServer();
    await server.post('{"type":"HEALTH_TRANSITION","service":"s","from":"up","to":"down","timestamp":5,"id":9}');
    expect((await list(server)).items).toEqual([
      {
        type: 'HEALTH_TRANSITION',
        service: 's',
        from: 'up',
        to: 'down',
        timestamp: 5,
        id: 9,
        file: null,
        endpoint: null,
        url: null,
        status: null,
        stage: null,
        reason: null,
        diff: null,
      },
    ]);
  });

  it('filters, and lists the newest events first, also within one second', async () => {
    const server = await testServer();
    for (let i = 0; i < 20; i++) {
      await server.post(
        JSON.stringify({ type: i % 2 ? 'PASS' : 'REGRESSION', service: `s${i % 3}`, n: i, timestamp: 5 }),
      );
    }
    const all = await list(server);
    expect(all.items.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, i) => 19 - i));
    expect(await list(server, '?limit=5')).toMatchObject({ total: 5, total_matching: 20 });
    expect((await list(server, '?type=PASS&service=s1')).items.map(({ n }) => n)).toEqual([19, 13, 7, 1]);
    expect((await list(server, '?type=&service=')).total).toBe(20);
    expect((await list(server, '?type=NO')).items).toEqual([]);
    const pages: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof list>> = await list(server, `?limit=7&cursor=${cursor}`);
      pages.push(...page.items.map(({ n }) => n));
      cursor = page.cursor;
    }
    expect(pages).toEqual(all.items.map(({ n }) => n));
    const stats = await (await server.get('/events/stats')).json();
    expect(stats).toEqual({ total: 20, by_type: { REGRESSION: 10, PASS: 10 } });
  });

  it('filters by text and by time', async () => {
    const server = await testServer();
    await server.post('{"type":"REGRESSION","reason":"Gr\\u00fcn \\"broke\\"","timestamp":100}');
    await server.post('{"type":"PASS","timestamp":200000000000}');
    expect((await list(server, '?q=GR%C3%9CN')).total).toBe(1);
    expect((await list(server, '?q=%22broke%22')).total).toBe(1);
    expect((await list(server, '?q=.*')).total).toBe(0);
    expect((await list(server, '?since=99&until=101')).total).toBe(1);
    expect((await list(server, '?since=199999999&until=200000001')).total).toBe(1);
  });

  it.each([
    ['limit=0', 'greater_than_equal'],
    ['limit=1001', 'less_than_equal'],
    ['limit=x', 'int_parsing'],
    ['cursor=x', 'value_error'],
    ['since=x', 'float_parsing'],
  ])('refuses %s', async (query, type) => {
    const server = await testServer();
    const response = await server.get(`/events?${query}`);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ detail: [{ type, loc: ['query', query.split('=')[0]] }] });
  });

  it('clears the store, also an empty one', async () => {
    const server = await testServer();
    await server.post('{"type":"PASS"}');
    for (let i = 0; i < 2; i++) {
      const response = await fetch(`${server.address}/events`, { method: 'DELETE' });
      expect([response.status, await response.text()]).toEqual([204, '']);
    }
    expect(await list(server)).toMatchObject({ items: [], total: 0 });
  });

  it('returns a result for each line of a batch', async () => {
    const server = await testServer();
    const response = await fetch(`${server.address}/events/batch`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: '{"type":"PASS","n":1}\r\n\n{"type":"NO"}\n{"type":"PASS","n":2}',
    });
    expect(await response.json()).toMatchObject({
      accepted: 2,
      results: [
        { status: 201, seq: 1 },
        { status: 422, detail: [{ type: 'literal_error' }] },
        { status: 201, seq: 2 },
      ],
    });
    expect(server.store.counters.refused.get(422)).toBe(1);
  });

  it('answers 404 and 405 in the known format', async () => {
    const server = await testServer();
    const lost = await server.get('/nowhere');
    expect([lost.status, await lost.json()]).toEqual([404, { detail: 'Not Found' }]);
    const wrong = await fetch(`${server.address}/events/stats`, { method: 'PUT' });
    expect([wrong.status, wrong.headers.get('allow'), await wrong.json()]).toEqual([
      405,
      'GET, HEAD',
      { detail: 'Method Not Allowed' },
    ]);
  });

  it('answers 404 to a target with another host, and to the target of OPTIONS, before any route', async () => {
    const server = await testServer();
    await server.post('{"type":"PASS"}');
    for (const target of [`http://other.example/events`, `http://127.0.0.1:${server.port}/events`, '*']) {
      const answer = await new Promise<string>((resolve) => {
        const head = `DELETE ${target} HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: close\r\n\r\n`;
        const socket = connect(server.port, '127.0.0.1', () => socket.write(head));
        socket.on('data', (data) => resolve(String(data)));
      });
      expect(answer, target).toMatch(/^HTTP\/1\.1 404 /);
    }
    expect((await list(server)).total).toBe(1);
  });

  it('answers an invalid path with 404 in the known format', async () => {
    const server = await testServer();
    for (const path of ['/%zz', '/events/raw/%zz', '/events/raw//']) {
      const response = await server.get(path);
      expect([response.status, await response.json()], path).toEqual([404, { detail: 'Not Found' }]);
    }
    expect(server.store.counters.refused.get(404)).toBe(3);
  });

  it('does not list an event first for hours because its clock is wrong', async () => {
    const server = await testServer();
    const now = Math.floor(Date.now() / 1000);
    await server.post(JSON.stringify({ type: 'PASS', n: 'future', timestamp: now + 1e8 }));
    await server.post(JSON.stringify({ type: 'PASS', n: 'milliseconds', timestamp: (now - 5) * 1000 }));
    await server.post(JSON.stringify({ type: 'PASS', n: 'soon', timestamp: now + 400 }));
    await server.post(JSON.stringify({ type: 'PASS', n: 'now', timestamp: now }));
    expect((await list(server)).items.map(({ n }) => n)).toEqual(['soon', 'future', 'now', 'milliseconds']);
  });
});

describe('any body', () => {
  it.each([
    ['a lone surrogate', '{"type":"PASS","reason":"\\udfff"}', 201],
    ['keys of the prototype', '{"type":"PASS","__proto__":{"a":1},"constructor":{"prototype":1}}', 201],
    ['nesting of 10,000', `{"type":"PASS","x":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`, 422],
    ['NaN', '{"type":"PASS","x":NaN}', 422],
    ['large and exact numbers', '{"type":"PASS","x":[9007199254740993,1.10,1e999,-0]}', 201],
    ['key order and duplicates', '{"z":1,"type":"PASS","a":1,"z":2}', 201],
    ['nothing', '', 422],
    ['a list', '[{"type":"PASS"}]', 422],
  ])('%s: GET /events stays valid and returns the accepted bytes', async (_, body, status) => {
    const server = await testServer();
    expect((await server.post(body)).status).toBe(status);
    const text = await (await server.get('/events')).text();
    expect(() => JSON.parse(text)).not.toThrow();
    expect(text.includes(body.slice(0, -1))).toBe(status === 201 || body === '');
  });

  it('refuses compressed bodies, other types and oversized bodies, and counts them', async () => {
    const server = await testServer();
    const statuses = [
      (await server.post('x', { 'Content-Encoding': 'gzip' })).status,
      (await server.post('{"type":"PASS"}', { 'Content-Type': 'text/plain' })).status,
      (await server.post(`{"type":"PASS","x":"${'x'.repeat(1024 * 1024)}"}`)).status,
    ];
    expect(statuses).toEqual([415, 415, 413]);
    expect(Object.fromEntries(server.store.counters.refused)).toEqual({ 413: 1, 415: 2 });
    expect([...server.store.counters.refusedBySource.keys()].sort()).toEqual(['127.0.0.1 413', '127.0.0.1 415']);
    expect((await list(server)).total).toBe(0);
  });

  const raw = (server: TestServer, text: string, leave: boolean): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write(text, () => (leave ? socket.destroy() : undefined));
      });
      let answer = '';
      socket.on('data', (data) => {
        answer += data;
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', () => undefined);
    });
  const head = (server: TestServer, length: number): string =>
    `POST /events HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`;

  it('stores a completely received event after its sender has disconnected', async () => {
    const server = await testServer();
    const body = '{"type":"PASS","service":"gone"}';
    await raw(server, head(server, body.length) + body, true);
    await expect.poll(async () => (await list(server)).total).toBe(1);
  });

  it('stores nothing from a body shorter than its Content-Length, and reads no bytes after it', async () => {
    const server = await testServer();
    const body = '{"type":"PASS"}';
    await raw(server, head(server, 500) + body, true);
    // The bytes after the body are not a request: the connection ends after both responses.
    await raw(server, `${head(server, body.length)}${body}{"type":"PASS"}`, false);
    await expect.poll(async () => (await list(server)).total).toBe(1);
  });
});

describe('access control', () => {
  const request = (server: TestServer, headers: string): Promise<number> =>
    new Promise((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => {
        socket.write(`DELETE /events HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
      });
      let answer = '';
      socket.on('data', (data) => {
        answer += data;
      });
      socket.on('close', () => resolve(Number(answer.slice(9, 12))));
    });

  it('accepts only its own host names', async () => {
    const server = await testServer({ hostNames: ['build.example', 'other.example:99'] });
    // Any port of this machine: a tunnel may have another one.
    const own = [`127.0.0.1:${server.port}`, 'localhost:1', 'localhost', 'build.example:1', 'other.example:99'];
    const foreign = [
      'evil.example',
      'localhost.evil.example',
      'other.example',
      `build.example.evil:${server.port}`,
      '',
    ];
    for (const host of own) expect(await request(server, `Host: ${host}\r\n`), host).toBe(204);
    for (const host of foreign) expect(await request(server, `Host: ${host}\r\n`), host).toBe(403);
  });

  it('refuses requests of other origins', async () => {
    const server = await testServer();
    const host = `Host: localhost:${server.port}\r\n`;
    expect(await request(server, `${host}Origin: http://localhost:${server.port}\r\n`)).toBe(204);
    for (const origin of ['null', 'http://evil.example', `http://localhost:${server.port + 1}`, 'http://localhost']) {
      expect(await request(server, `${host}Origin: ${origin}\r\n`), origin).toBe(403);
    }
  });

  it('requires a token of the right scope', async () => {
    const file = `# two at once\ningest ${long('in1')}\ningest ${long('in2')}\nread ${long('look')}\nadmin ${long('root')}\n`;
    const tokens = Tokens.read(file, long('every'));
    const server = await testServer({ tokens });
    const status = async (method: string, token: string | undefined, path = '/events'): Promise<number> => {
      const headers: Record<string, string> = method === 'POST' ? { 'Content-Type': 'application/json' } : {};
      if (token !== undefined) headers.Authorization = `Bearer ${long(token)}`;
      const body = method === 'POST' ? '{"type":"PASS"}' : null;
      return (await fetch(`${server.address}${path}`, { method, headers, body })).status;
    };
    for (const token of ['in1', 'in2', 'root', 'every']) expect(await status('POST', token)).toBe(201);
    for (const token of ['look', 'root', 'every']) expect(await status('GET', token)).toBe(200);
    for (const token of ['in1', 'look']) expect(await status('DELETE', token)).toBe(403);
    expect(await status('POST', 'look')).toBe(403);
    expect(await status('POST', 'in')).toBe(401);
    expect(await status('GET', undefined)).toBe(401);
    expect(await status('GET', undefined, '/healthz')).toBe(200);
    const refused = await server.get('/events');
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
    expect(server.store.counters.refused.get(401)).toBe(3);
  });

  it('opens a session for a browser', async () => {
    const server = await testServer({ tokens: Tokens.read(`read ${long('look')}`, undefined) });
    const open = (token: unknown): Promise<Response> =>
      fetch(`${server.address}/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ token }),
      });
    expect((await open('wrong')).status).toBe(401);
    expect((await open({})).status).toBe(401);
    const cookie = (await open(long('look'))).headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^dashboard_session_\d+=[\w-]{32}; HttpOnly; SameSite=Strict; Path=\//);
    expect(cookie).not.toContain('Secure');
    const headers = { Cookie: cookie.split(';')[0] ?? '' };
    expect((await server.get('/events', headers)).status).toBe(200);
    expect((await fetch(`${server.address}/events`, { method: 'DELETE', headers })).status).toBe(403);
    await fetch(`${server.address}/session`, { method: 'DELETE', headers });
    expect((await server.get('/events', headers)).status).toBe(401);
  });

  it.each(['nonsense x', 'read', 'read a b'])('refuses the token file line %s', (line) => {
    expect(() => Tokens.read(`ingest ${long('a')}\n${line}`, undefined)).toThrow('line 2');
  });

  it('refuses tokens of fewer than 32 characters', () => {
    const short = 'x'.repeat(31);
    expect(() => Tokens.read(`read ${long('a')}\ningest ${short}`, undefined)).toThrow(
      'line 2: the token has 31 characters',
    );
    expect(() => Tokens.read(undefined, short)).toThrow('fewer than 32');
    expect(Tokens.read(undefined, `${short}x`).required).toBe(true);
  });
});
