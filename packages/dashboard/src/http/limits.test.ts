import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { stopServers, type TestServer, testServer } from '../testing/test-server.ts';

afterEach(stopServers);

const LIMITS = { headersMs: 300, requestMs: 600, idleMs: 900, checkMs: 50 };

/** Sends pieces with a pause after each. @returns the response, and the milliseconds until the connection ended */
function send(
  server: TestServer,
  pieces: readonly (string | Buffer)[],
  pauseMs = 0,
): Promise<{ text: string; ms: number }> {
  const started = Date.now();
  return new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1');
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve({ text, ms: Date.now() - started }));
    const next = (i: number): void => {
      const piece = pieces[i];
      if (piece === undefined || socket.destroyed) return;
      socket.write(piece);
      setTimeout(() => next(i + 1), pauseMs);
    };
    next(0);
  });
}

const head = (server: TestServer, ...headers: string[]): string =>
  [
    'POST /events HTTP/1.1',
    `Host: 127.0.0.1:${server.port}`,
    'Content-Type: application/json',
    ...headers,
    '',
    '',
  ].join('\r\n');
const BODY = '{"type":"PASS"}';
const total = async (server: TestServer): Promise<number> =>
  JSON.parse(await (await server.get('/events')).text()).total;

describe('a slow client', () => {
  it('is disconnected while it sends headers byte by byte', async () => {
    const server = await testServer({ timeLimits: LIMITS });
    const { text, ms } = await send(server, [...head(server, 'X: y')], 60);
    expect(text).toMatch(/^HTTP\/1.1 408 /);
    expect(ms).toBeLessThan(2_000);
    expect(server.store.counters.refused.get(408)).toBe(1);
  });

  it('is disconnected while it sends a body byte by byte', async () => {
    const server = await testServer({ timeLimits: LIMITS });
    const { text, ms } = await send(server, [head(server, `Content-Length: ${BODY.length}`), ...BODY], 100);
    expect(text).toMatch(/^HTTP\/1.1 408 /);
    expect(ms).toBeLessThan(3_000);
    expect(await total(server)).toBe(0);
  });

  it('is disconnected if it sends nothing', async () => {
    const server = await testServer({ timeLimits: LIMITS });
    const { ms } = await send(server, []);
    expect(ms).toBeLessThan(3_000);
  });

  it('does not delay other clients', async () => {
    const server = await testServer({ timeLimits: { ...LIMITS, headersMs: 5_000, requestMs: 5_000, idleMs: 5_000 } });
    const slow = Array.from({ length: 200 }, () => send(server, ['POST /events HTTP/1.1\r\nX-Slow: ']));
    await new Promise((resolve) => setTimeout(resolve, 200));
    let ended = 0;
    for (const one of slow) one.finally(() => ended++);
    expect((await server.post(BODY)).status).toBe(201);
    expect(ended).toBe(0);
    await server.stop();
    await Promise.all(slow);
  });
});

describe('an invalid body', () => {
  it('is refused with 415 if compressed, without decompression', async () => {
    const server = await testServer();
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 0x20), { level: 9 });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const before = process.memoryUsage.rss();
    const answers = await Promise.all(
      ['gzip', 'x-gzip', 'deflate', 'br', 'identity, gzip'].map((encoding) =>
        server.post(bomb, { 'Content-Encoding': encoding }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(415));
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024);
    // Without the header it is invalid JSON.
    expect((await server.post(bomb)).status).toBe(422);
    expect(await total(server)).toBe(0);
  });

  it.each([
    ['a length beyond the limit', ['Content-Length: 1048577'], '', 413],
    ['a length that overflows', ['Content-Length: 99999999999999999999'], '', 400],
    ['a negative length', ['Content-Length: -1'], '', 400],
    ['a length that is not a decimal number', ['Content-Length: 0x10'], '', 400],
    ['two lengths', ['Content-Length: 15', 'Content-Length: 16'], BODY, 400],
    ['a length and chunks', ['Content-Length: 15', 'Transfer-Encoding: chunked'], `f\r\n${BODY}\r\n0\r\n\r\n`, 400],
    ['an invalid chunk', ['Transfer-Encoding: chunked'], `z\r\n${BODY}\r\n0\r\n\r\n`, 400],
    [
      'a chunk larger than the limit',
      ['Transfer-Encoding: chunked'],
      `200000\r\n${' '.repeat(0x200000)}\r\n0\r\n\r\n`,
      413,
    ],
    ['endless headers', [`X: ${'x'.repeat(100_000)}`], '', 431],
  ])('is refused: %s', async (_, headers, body, status) => {
    const server = await testServer({ timeLimits: LIMITS });
    const { text } = await send(server, [`${head(server, ...headers)}${body}`]);
    expect(text.slice(9, 12)).toBe(String(status));
    expect(server.store.counters.refused.get(status)).toBe(1);
    expect(await total(server)).toBe(0);
  });

  it('ends at a time limit if shorter than its Content-Length', async () => {
    const server = await testServer({ timeLimits: LIMITS });
    const { text, ms } = await send(server, [`${head(server, 'Content-Length: 500')}${BODY}`]);
    expect(text).toMatch(/^HTTP\/1.1 408 /);
    expect(ms).toBeLessThan(3_000);
    expect(await total(server)).toBe(0);
  });
});

it('counts a client that disconnects in its body as status 499, not 500', async () => {
  const failures: string[] = [];
  const journal = (event: string): void => {
    if (event === 'request-failed') failures.push(event);
  };
  const server = await testServer({ journal });
  for (const reset of [true, false]) {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`${head(server, 'Content-Length: 500')}${BODY}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (reset) socket.resetAndDestroy();
    else socket.destroy();
  }
  await expect.poll(() => server.store.counters.refused.get(499)).toBe(2);
  expect(server.store.counters.refused.get(500)).toBeUndefined();
  expect(failures).toEqual([]);
  expect((await server.post(BODY)).status).toBe(201);
});

it('stops sending a large response when its reader disconnects', async () => {
  const failures: string[] = [];
  const server = await testServer({ journal: (event) => failures.push(event) });
  const reason = 'x'.repeat(60_000);
  for (let i = 0; i < 200; i++) await server.post(JSON.stringify({ type: 'PASS', reason }));
  const socket = connect(server.port, '127.0.0.1');
  socket.write(`GET /events?limit=1000 HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
  await new Promise((resolve) => socket.once('data', resolve));
  socket.resetAndDestroy();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(failures.filter((event) => event === 'request-failed')).toEqual([]);
  expect((await server.post(BODY)).status).toBe(201);
});
