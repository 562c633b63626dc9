import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { serviceFixture } from '../fixture.ts';
import { pipeOpener } from './pipe-fixture.ts';

const openPipe = pipeOpener(serviceFixture());

const REVISIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** Lines that are not valid messages, with the id and code of the answer. */
const MALFORMED: readonly [line: string, id: unknown, code: number][] = [
  ['not json', null, -32700],
  ['{"jsonrpc":"2.0","id":7', null, -32700],
  ['"\xff\xfe"', null, -32700],
  ['7', null, -32600],
  ['null', null, -32600],
  ['{}', null, -32600],
  ['{"jsonrpc":"1.0","id":7,"method":"ping"}', 7, -32600],
  ['{"id":7,"method":"ping"}', 7, -32600],
  ['{"jsonrpc":"2.0","id":7}', 7, -32600],
  ['{"jsonrpc":"2.0","id":7,"method":1}', 7, -32600],
  ['{"jsonrpc":"2.0","id":7.5,"method":"ping"}', null, -32600],
  ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32600],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600],
  ['{"jsonrpc":"2.0","id":1e300,"method":"ping"}', null, -32600],
  ['{"jsonrpc":"2.0","id":7,"method":"ping","extra":1}', 7, -32600],
  ['{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', 7, -32602],
  ['{"jsonrpc":"2.0","id":"a","method":"ping","params":"x"}', 'a', -32602],
  ['{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":5}}', 7, -32602],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":5}}', 7, -32602],
  ['{"jsonrpc":"2.0","id":7,"method":"ping","method":"ping"}', 7, -32600],
  ['{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"arguments":{"limit":1,"limit":2}}}', 7, -32600],
  ['{"jsonrpc":"2.0","id":7,"method":"nothing"}', 7, -32601],
];

test.each(REVISIONS)('every malformed request of revision %s gets one JSON-RPC error, in order', async (revision) => {
  const { stdin, received, send, replyTo } = openPipe({ revision });
  await replyTo(0);
  for (const [line, id, code] of MALFORMED) {
    const before = received.length;
    stdin.write(Buffer.from(`${line}\n`, 'latin1'));
    await expect.poll(() => received.length, { interval: 1, timeout: 20_000 }).toBe(before + 1);
    expect(received.at(-1), line).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
  }
  send({ id: 99, method: 'ping' });
  expect(await replyTo(99)).toHaveProperty('result');
});

test('notifications and responses that are invalid get no answer', async () => {
  const { stdin, received, send, replyTo } = openPipe();
  for (const line of [
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}',
    '{"jsonrpc":"2.0","method":"nothing"}',
    '{"jsonrpc":"2.0","id":5,"result":7}',
    '{"jsonrpc":"2.0","id":5,"error":{}}',
    '',
    '\r',
  ]) {
    stdin.write(`${line}\n`);
  }
  send({ id: 1, method: 'ping' });
  await replyTo(1);
  expect(received.map(({ id }) => id)).toEqual([0, 1]);
});

test('a line of 32 MB is refused, and the connection stays open', async () => {
  const { stdin, send, received, replyTo } = openPipe();
  const part = Buffer.alloc(1 << 20, 'x');
  for (let sent = 0; sent < 32; sent++) stdin.write(part);
  stdin.write('\n');
  send({ id: 1, method: 'ping' });
  expect(await replyTo(1)).toHaveProperty('result');
  expect(received).toContainEqual(expect.objectContaining({ id: null }));
});

test('a request with the id of one that is not answered yet is refused', async () => {
  const { call, received, replyTo } = openPipe();
  await replyTo(0);
  call(1, 'analyzer_summary');
  call(1, 'analyzer_summary');
  await expect.poll(() => received.filter(({ id }) => id === 1).length, { timeout: 20_000 }).toBe(2);
  expect(received.at(1)).toMatchObject({ error: { code: -32600 } });
  expect(received.at(2)).toHaveProperty('result');
});

test('a client that does not read stops the server from reading, and gets all answers later', async () => {
  const { stdin, stdout, send, received, replyTo } = openPipe();
  await replyTo(0);
  stdout.pause();
  const count = 2000;
  for (let id = 1; id <= count; id++) send({ id, method: 'tools/list' });
  await setTimeout(300);
  expect(stdin.isPaused()).toBe(true);
  expect(stdout.listenerCount('drain')).toBe(1);
  stdout.resume();
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(count + 1);
});

test('a batch of 2025-03-26 is answered as one array without its notifications', async () => {
  const { stdin, received, replyTo } = openPipe({ revision: '2025-03-26' });
  await replyTo(0);
  const batch = [
    { jsonrpc: '2.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 77 } },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'analyzer_summary' } },
    { jsonrpc: '2.0', id: 3, method: 'initialize', params: {} },
    { jsonrpc: '2.0', id: 4.5, method: 'ping' },
    [],
  ];
  stdin.write(`${JSON.stringify(batch)}\n`);
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(2);
  const answers = Object.values(Object(received[1]));
  expect(answers).toHaveLength(5);
  expect(answers).toContainEqual({ jsonrpc: '2.0', id: 1, result: {} });
  expect(answers).toContainEqual(expect.objectContaining({ id: 2, result: expect.anything() }));
  for (const id of [3, null, null]) {
    expect(answers).toContainEqual(expect.objectContaining({ id, error: expect.objectContaining({ code: -32600 }) }));
  }
});

test('a batch of notifications has no answer, and a cancelled request of a batch is omitted', async () => {
  const { stdin, received, send, replyTo } = openPipe({ revision: '2025-03-26', threads: 1, graceMs: 5000 });
  await replyTo(0);
  stdin.write('[{"jsonrpc":"2.0","method":"notifications/initialized"}]\n');
  const slow = { name: 'analyzer_one-long-statement' };
  const batch = [
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: slow },
    { jsonrpc: '2.0', id: 2, method: 'ping' },
  ];
  stdin.write(`${JSON.stringify(batch)}\n`);
  await setTimeout(100);
  send({ method: 'notifications/cancelled', params: { requestId: 1 } });
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(2);
  expect(received[1]).toEqual([{ jsonrpc: '2.0', id: 2, result: {} }]);
});

test.each([
  ['an empty batch', '2025-03-26', []],
  ['a batch of more than 100 messages', '2025-03-26', Array.from({ length: 101 }, () => 1)],
  ['a batch of revision 2025-06-18', '2025-06-18', [{ jsonrpc: '2.0', id: 1, method: 'ping' }]],
  ['a batch of revision 2025-11-25', '2025-11-25', [{ jsonrpc: '2.0', id: 1, method: 'ping' }]],
])('%s gets one error', async (_what, revision, batch) => {
  const { stdin, received, replyTo } = openPipe({ revision });
  await replyTo(0);
  stdin.write(`${JSON.stringify(batch)}\n`);
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(2);
  expect(received[1]).toMatchObject({ id: null, error: { code: -32600 } });
});
