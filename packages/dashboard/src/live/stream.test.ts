import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { stopServers, type TestServer, testServer } from '../testing/test-server.ts';

afterEach(stopServers);

/** Reads a stream until it contains a text. */
async function readUntil(server: TestServer, wanted: RegExp, headers: Record<string, string> = {}): Promise<string> {
  const stop = new AbortController();
  const response = await fetch(`${server.address}/events/stream`, { headers, signal: stop.signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (wanted.test(text)) break;
  }
  stop.abort();
  return text;
}

it('sends events as they are stored, and resumes after Last-Event-ID', async () => {
  const server = await testServer();
  const reading = readUntil(server, /"n":2/);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await server.post('{"type":"PASS","n":1}');
  await server.post('{"type":"PASS","n":2}');
  const text = await reading;
  const [first = ''] = /id: \S+/.exec(text) ?? [];
  expect(text).toContain(`id: ${server.store.epoch}-1\ndata: {"seq":1,"received_at":`);
  const again = await readUntil(server, /"n":2/, { 'Last-Event-ID': first.slice(4) });
  expect(again).not.toContain('"n":1');
  expect(again).not.toContain('reset');
});

it('sends reset if the missed events were removed or belong to another store', async () => {
  const server = await testServer({ ring: 3 });
  for (let n = 0; n < 6; n++) await server.post(`{"type":"PASS","n":${n}}`);
  const { epoch } = server.store;
  for (const id of [`${epoch}-2`, 'other-6', `${epoch}-99`, 'x']) {
    expect(await readUntil(server, /data: .*\n\n/, { 'Last-Event-ID': id })).toContain('event: reset');
  }
  expect(await readUntil(server, /"n":5/, { 'Last-Event-ID': `${epoch}-3` })).not.toContain('reset');
  const reading = readUntil(server, /cleared/);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await fetch(`${server.address}/events`, { method: 'DELETE' });
  await reading;
  expect(await readUntil(server, /reset/, { 'Last-Event-ID': `${epoch}-5` })).toContain('gap');
});

it('disconnects readers that do not read, limits their number, and sends heartbeats', async () => {
  const limits = { readers: 2, queuedBytes: 100_000, heartbeatMs: 50, stalledMs: 30_000 };
  const server = await testServer({ streamLimits: limits });
  expect(await readUntil(server, /heartbeat/)).toContain(': heartbeat');
  const silent = connect(server.port, '127.0.0.1', () => {
    silent.write(`GET /events/stream HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    silent.pause();
  });
  silent.on('error', () => undefined);
  const second = new AbortController();
  await fetch(`${server.address}/events/stream`, { signal: second.signal });
  await expect.poll(async () => (await server.get('/events/stream')).status).toBe(503);
  second.abort();
  const body = JSON.stringify({ type: 'PASS', x: Array.from({ length: 12 }, () => 'x'.repeat(60_000)) });
  for (let i = 0; i < 20; i++) await server.post(body);
  await expect.poll(() => server.store.counters.readersCutOff).toBeGreaterThan(0);
  silent.destroy();
}, 60_000);
