import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { STRING_LIMIT } from '../event/accept.ts';
import { DECLARED, KINDS } from '../event/kinds.ts';
import { stopServers, type TestServer, testServer } from '../testing/test-server.ts';

afterEach(stopServers);

/** Values in a body; some of them are not JSON, which invalidates the body. */
const value: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((one) => JSON.stringify(one)) },
  fc.constantFrom(
    '"\\ud800"',
    '"\\udfff\\ud800"',
    '"\\u0000\\u001f\\u2028"',
    '"\\/\\"\\\\"',
    '9007199254740993',
    '1e999',
    '-0',
    '1.10',
    '1E+2',
    '123456789012345678901234567890',
    '{"__proto__":{"polluted":1}}',
    '{"constructor":{"prototype":null}}',
    '{"a":1,"a":2}',
    '[[[[]]],{}]',
    'NaN',
    'Infinity',
    'undefined',
    "'x'",
    '01',
    '+1',
    '.5',
    '"\t"',
    '1,',
    '/* c */ 1',
  ),
  fc.integer({ min: 1, max: 80 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  fc.integer({ min: STRING_LIMIT - 3, max: STRING_LIMIT + 40 }).map((length) => `"${'é\\n'.repeat(length / 4)}"`),
);
const key = fc.oneof(
  fc.constantFrom(...DECLARED, '__proto__', 'toString', 'seq', 'at', 'event', 'id', 'from', 'to', ''),
  fc.string({ maxLength: 8 }),
);
const blank = fc.constantFrom('', ' ', '\n', '\r\n', '\t');

/** A body that may be an event, in any spelling of JSON. */
const written = fc
  .record({
    type: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...KINDS) }, fc.constantFrom('NO', 'pass')),
    members: fc.array(fc.tuple(key, value), { maxLength: 5 }),
    position: fc.nat(5),
    gaps: fc.array(blank, { minLength: 4, maxLength: 4 }),
    mark: fc.constantFrom('', '\ufeff'),
  })
  .map(({ type, members, position, gaps: [a = '', b = '', c = '', d = ''], mark }) => {
    const all = members.map(([name, text]) => `${a}${JSON.stringify(name)}${b}:${c}${text}`);
    all.splice(position, 0, `"type":"${type}"`);
    return Buffer.from(`${mark}${d}{${all.join(',')}}${d}`);
  });
/** Random bytes. */
const bytes = fc.uint8Array({ maxLength: 60 }).map((one) => Buffer.from(one));
const spoilt = fc.tuple(written, fc.nat(), fc.nat(255)).map(([body, position, byte]) => {
  const copy = Buffer.from(body);
  copy[position % copy.length] = byte;
  return copy;
});

interface Listed {
  text: string;
  items: unknown[];
}

async function list(server: TestServer): Promise<Listed> {
  const response = await server.get('/events?limit=1000');
  expect(response.status).toBe(200);
  const text = await response.text();
  const { items }: { items: unknown[] } = JSON.parse(text);
  return { text, items };
}

/** The response for an accepted event: without mark and outer white space, on one line, followed by its absent keys. */
function expected(body: Buffer): string {
  const text = body.toString().replace(/^\ufeff/, '');
  return text
    .replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
    .replace(/[\r\n]/g, ' ')
    .slice(0, -1);
}

describe('any body', () => {
  it('the list stays valid JSON and contains the bytes of accepted events', async () => {
    const server = await testServer();
    const numRuns = searchRuns(400);
    const accepted: Buffer[] = [];
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 6, arbitrary: written }, spoilt, bytes), async (body) => {
        const response = await server.post(body);
        expect([201, 422]).toContain(response.status);
        const answer: { cut?: number; detail?: unknown[] } = JSON.parse(await response.text());
        if (response.status === 422) {
          refused++;
          expect(answer.detail?.length).toBeGreaterThan(0);
          return;
        }
        accepted.push(body);
        const raw = await (await server.get(`/events/raw/${accepted.length}`)).text();
        if (answer.cut === undefined) expect(`${expected(body)}}`).toBe(raw);
        else expect(raw.length).toBeLessThan(body.length + 100);
        JSON.parse(raw);
      }),
      { numRuns, endOnFailure: true },
    );
    const { text, items } = await list(server);
    expect(items).toHaveLength(accepted.length);
    expect(accepted.length).toBeGreaterThan(numRuns / 14);
    expect(refused).toBeGreaterThan(numRuns / 14);
    for (const body of accepted) {
      if (body.length < STRING_LIMIT) expect(text).toContain(expected(body));
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    // The page and its data stay available too.
    for (const path of ['/', '/dashboard/state', '/dashboard/events', '/events/stats', '/metrics']) {
      expect((await server.get(path)).status, path).toBe(200);
    }
  }, 60_000);

  it('a zip bomb is refused with any Content-Encoding', async () => {
    const server = await testServer();
    const bomb = gzipSync(`{"type":"PASS","x":"${'0'.repeat(20_000_000)}"}`);
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const before = process.memoryUsage().rss;
    const encoded = [];
    for (const encoding of ['gzip', 'x-gzip', 'deflate', 'br', 'identity, gzip']) {
      encoded.push((await server.post(bomb, { 'Content-Encoding': encoding })).status);
    }
    expect(encoded).toEqual([415, 415, 415, 415, 415]);
    expect((await server.post(bomb)).status).toBe(422);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    expect((await list(server)).items).toEqual([]);
  });

  it('no event is stored from a body with a wrong length', async () => {
    const server = await testServer();
    const body = '{"type":"PASS","n":"whole"}';
    const lies = fc.record({
      length: fc.oneof(
        fc.integer({ min: 0, max: 26 }).map(String),
        fc.constantFrom('28', '500', '-1', 'x', '1e3', '99999999999999999999', '0x10', '27, 28'),
      ),
      chunked: fc.boolean(),
    });
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(lies, async ({ length, chunked }) => {
        const head = [
          'POST /events HTTP/1.1',
          `Host: 127.0.0.1:${server.port}`,
          'Content-Type: application/json',
          `Content-Length: ${length}`,
          ...(chunked ? ['Transfer-Encoding: chunked'] : []),
        ];
        const answer = await exchanged(server.port, `${head.join('\r\n')}\r\n\r\n${body}`);
        const whole = !chunked && length === String(body.length);
        expect(answer.includes('HTTP/1.1 201'), `${length} ${chunked}`).toBe(whole);
        if (whole) taken++;
      }),
      { numRuns: 50, examples: [[{ length: String(body.length), chunked: false }]] },
    );
    expect((await list(server)).items).toHaveLength(taken);
  }, 30_000);
});

/** Sends bytes, and closes the connection after the response, or after a time without one. */
function exchanged(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const patience = setTimeout(() => socket.destroy(), 500);
    socket.on('data', (data) => {
      answer += data;
      socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(patience);
      resolve(answer);
    });
  });
}
