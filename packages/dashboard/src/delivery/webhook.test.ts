import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { webhookSettings } from '../drivers/settings.ts';
import { stopServers, type TestServer, testServer } from '../testing/test-server.ts';
import { listening } from '../testing/test-site.ts';
import { DELIVERY_DEFAULTS, type DeliverySettings } from './deliveries.ts';
import { secretBytes, signedHeaders } from './signature.ts';

interface Received {
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

const receivers: Server[] = [];
afterEach(async () => {
  await stopServers();
  for (const server of receivers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Receives deliveries. @param statuses of its responses, then 204; 0 sends no response */
async function receiver(...statuses: number[]): Promise<{ origin: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ url: request.url ?? '', headers: request.headers, body });
      const status = statuses.shift() ?? 204;
      if (status !== 0) response.writeHead(status, { Location: '/elsewhere' }).end();
    });
  });
  receivers.push(server);
  return { origin: `http://127.0.0.1:${await listening(server)}`, received };
}

function start(origin: string, options: Partial<DeliverySettings> = {}, folder?: string): Promise<TestServer> {
  return testServer({
    ...(folder === undefined ? {} : { dataDir: folder }),
    delivery: {
      ...DELIVERY_DEFAULTS,
      channels: [{ name: 'webhook', type: 'webhook', url: `${origin}/hook?x=1`, secret: 'whsec_c2VjcmV0' }],
      origins: [origin],
      cooldownMs: 60_000,
      checkMs: 60_000,
      times: { waitsMs: [20], giveUpMs: 60_000, foldMs: 0 },
      ...options,
    },
  });
}

const counts = async (server: TestServer): Promise<Record<string, unknown>> =>
  JSON.parse(await (await server.get('/drivers/health')).text()).webhook;

const DEADLINE = { timeout: 15_000 };

it('sends one signed notification of a regression and one of the recovery', async () => {
  const { origin, received } = await receiver();
  const server = await start(origin);
  const regression = '{"type":"REGRESSION","service":"web","endpoint":"/users","reason":"3 checks\\nError: 500"}';
  for (let i = 0; i < 3; i++) await server.post(regression);
  await server.post('{"type":"HEALTH_TRANSITION","service":"web","from":"up","to":"down"}');
  await server.post('{"type":"PASS","service":"other"}');
  await server.post('{"type":"HEALTH_TRANSITION","service":"web","from":"down","to":"up"}');
  await server.post('{"type":"PASS","service":"web"}');
  await expect.poll(() => received.length, DEADLINE).toBe(2);
  const bodies = received.map(({ body }) => JSON.parse(body));
  expect(bodies).toMatchObject([
    {
      type: 'service.regression',
      data: { service: 'web', seq: 1, headline: 'Error: 500', endpoint: '/users', incident: 1 },
    },
    { type: 'service.recovery', data: { service: 'web', seq: 7, headline: 'ended by PASS', incident: 1 } },
  ]);
  for (const { url, headers, body } of received) {
    expect(url).toBe('/hook?x=1');
    const id = headers['webhook-id'];
    const at = Number(headers['webhook-timestamp']);
    expect(Math.abs(Date.now() / 1000 - at)).toBeLessThan(60);
    const wanted = createHmac('sha256', 'secret').update(`${id}.${at}.${body}`).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${wanted}`);
  }
  await expect.poll(() => counts(server), DEADLINE).toMatchObject({ sent: 2, failed: 0, problem: null });
});

it('signs as specified', () => {
  // The example of github.com/standard-webhooks/standard-webhooks, libraries/javascript.
  const secret = secretBytes('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  expect(signedHeaders(secret, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, '{"test": 2432232314}')).toMatchObject({
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('sends nothing during the cooldown of a type, and nothing of a muted service', async () => {
  const { origin, received } = await receiver();
  const server = await start(origin);
  const mute = { service: 'quiet', kind: 'muted', owner: 'me', hours: 1 };
  await fetch(`${server.address}/dashboard/acknowledgements`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(mute),
  });
  for (let i = 0; i < 3; i++) {
    await server.post('{"type":"REGRESSION","service":"web"}');
    await server.post('{"type":"PASS","service":"web"}');
  }
  await server.post('{"type":"REGRESSION","service":"quiet"}');
  await expect.poll(() => counts(server), DEADLINE).toMatchObject({ sent: 2, cooled_down: 2, muted: 1 });
  expect(received).toHaveLength(2);
  const metrics = await (await server.get('/metrics')).text();
  expect(metrics).toContain('dashboard_notifications_total{channel="webhook",result="cooled_down"} 2\n');
});

it('sends the current state when a cooldown or a mute ends', async () => {
  const { origin, received } = await receiver();
  const server = await start(origin, { checkMs: 20, cooldownMs: 1_500 });
  const acknowledgements = async (method: 'POST' | 'DELETE', body: object): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${server.address}/dashboard/acknowledgements`, { method, headers, body: JSON.stringify(body) });
  };
  await acknowledgements('POST', { service: 'quiet', kind: 'muted', owner: 'me', hours: 1 });
  await server.post('{"type":"REGRESSION","service":"quiet"}');
  await server.post('{"type":"REGRESSION","service":"web"}');
  await server.post('{"type":"PASS","service":"web"}');
  // During the cooldown the receiver still has the state "passing", which is outdated.
  await server.post('{"type":"REGRESSION","service":"web","reason":"again"}');
  const sent = (): unknown[] =>
    received.map(({ body }) => JSON.parse(body)).map(({ type, data }) => `${type} ${data.service} ${data.headline}`);
  await expect.poll(sent, DEADLINE).toHaveLength(3);
  expect(sent()).toEqual([
    'service.regression web REGRESSION',
    'service.recovery web ended by PASS',
    'service.regression web again',
  ]);
  await acknowledgements('DELETE', { service: 'quiet' });
  await expect.poll(() => sent().at(-1), DEADLINE).toBe('service.regression quiet REGRESSION');
});

it('retries with the same id, follows no redirect, and gives up what the receiver refuses', async () => {
  const { origin, received } = await receiver(500, 503, 204, ...Array(5).fill(302));
  const server = await start(origin);
  await server.post('{"type":"REGRESSION","service":"a"}');
  await expect.poll(() => counts(server), DEADLINE).toMatchObject({ sent: 1 });
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  for (const service of ['b', 'c']) await server.post(`{"type":"REGRESSION","service":"${service}"}`);
  // The refused message does not block the next one.
  await expect.poll(() => counts(server), DEADLINE).toMatchObject({ failed: 1, sent: 2 });
  expect(received.map(({ body }) => JSON.parse(body).data.service).join('')).toBe('aaabbbbbc');
  expect(await (await server.get('/')).text()).toContain('1 notification not delivered by the channel webhook.');
  expect(received.map(({ url }) => url)).toEqual(Array(9).fill('/hook?x=1'));
});

it('says why notifications wait, and gives up after a time', async () => {
  const { origin } = await receiver(...Array(500).fill(503));
  const server = await start(origin, { times: { waitsMs: [10], giveUpMs: 4_000, foldMs: 0 } });
  await server.post('{"type":"REGRESSION","service":"a"}');
  const state = async () => JSON.parse(await (await server.get('/dashboard/state')).text());
  await expect
    .poll(async () => (await state()).losses.channels, DEADLINE)
    .toMatchObject([{ name: 'webhook', waiting: 1, failed: 0, problem: 'the receiver answered 503' }]);
  await expect.poll(() => counts(server), DEADLINE).toMatchObject({ failed: 1 });
});

it('every message has text, also that of DOWN', async () => {
  const { origin, received } = await receiver();
  const server = await start(origin, { link: 'https://board.example/' });
  await server.post('{"type":"HEALTH_TRANSITION","service":"web","from":"up","to":"down"}');
  await expect.poll(() => received.length, DEADLINE).toBe(1);
  const { title, text, data } = JSON.parse(received[0]?.body ?? '');
  expect([title, data.headline]).toEqual(['web is failing', 'down, before up']);
  expect(text).toMatch(/^down, before up\nsince \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\nhttps:\/\/board\.example\/$/);
  await server.post(
    '{"type":"HEALTH_TRANSITION","service":"api","from":"up","to":"down","reason":"connection refused"}',
  );
  await expect.poll(() => received.length, DEADLINE).toBe(2);
  expect(JSON.parse(received[1]?.body ?? '').data.headline).toBe('down: connection refused');
  // The page names it too.
  const state = JSON.parse(await (await server.get('/dashboard/state')).text());
  expect(state.services).toContainEqual(
    expect.objectContaining({ service: 'api', failures: [expect.objectContaining({ text: 'connection refused' })] }),
  );
});

it('delivers after a restart what was not delivered before, in order', async () => {
  const { origin, received } = await receiver(...Array(100).fill(503));
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-outbox-'));
  const first = await start(origin, { cooldownMs: 0, times: { waitsMs: [60_000], giveUpMs: 1e9, foldMs: 0 } }, folder);
  for (const type of ['REGRESSION', 'PASS', 'REGRESSION']) await first.post(`{"type":"${type}","service":"a"}`);
  await expect.poll(() => received.length, DEADLINE).toBe(1);
  await first.stop();
  const second = await receiver();
  await start(second.origin, { cooldownMs: 0 }, folder);
  await expect.poll(() => second.received.length, DEADLINE).toBe(3);
  expect(second.received.map(({ body }) => JSON.parse(body).type)).toEqual([
    'service.regression',
    'service.recovery',
    'service.regression',
  ]);
  expect(second.received[0]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
});

it.each(['lost', 'unusable'])(
  'notifies of changes that a killed server did not queue; the outbox of another is %s',
  async (how) => {
    const { origin, received } = await receiver();
    const folder = mkdtempSync(join(tmpdir(), 'dashboard-outbox-'));
    const file = join(folder, 'outbox.json');
    const first = await start(origin, {}, folder);
    await first.post('{"type":"REGRESSION","service":"before"}');
    await expect.poll(() => received.length, DEADLINE).toBe(1);
    await first.stop();
    const saved = readFileSync(file);
    // Events while nothing is queued, as if the server had been killed before it wrote the outbox.
    const without = await start(origin, { channels: [] }, folder);
    await without.post('{"type":"PASS","service":"before"}');
    await without.post('{"type":"REGRESSION","service":"down"}');
    await without.post('{"type":"REGRESSION","service":"short"}');
    await without.post('{"type":"PASS","service":"short"}');
    await without.stop();
    if (how === 'unusable') {
      writeFileSync(file, '{');
      await (await start(origin, {}, folder)).stop();
      expect(existsSync(`${file}.unusable`)).toBe(true);
      expect(received).toHaveLength(1);
    }
    writeFileSync(file, saved);
    await start(origin, {}, folder);
    // A message whose answer the stopped server did not read is sent again.
    const messages = () => [...new Map(received.map((it) => [it.headers['webhook-id'], it])).values()];
    await expect.poll(() => messages().length, DEADLINE).toBe(5);
    const told = messages()
      .slice(1)
      .map(({ body }) => `${JSON.parse(body).type} ${JSON.parse(body).data.service}`);
    expect(told).toEqual([
      'service.recovery before',
      'service.regression down',
      'service.regression short',
      'service.recovery short',
    ]);
  },
);

it('does not delay events while the receiver does not answer, and ends with the server', async () => {
  const { origin, received } = await receiver(...Array(200).fill(0));
  const server = await start(origin);
  await server.post('{"type":"REGRESSION","service":"a"}');
  await expect.poll(() => received.length, DEADLINE).toBe(1);
  const started = Date.now();
  for (let i = 0; i < 100; i++) await server.post(`{"type":"REGRESSION","service":"s${i}"}`);
  expect(Date.now() - started).toBeLessThan(10_000);
  const state = JSON.parse(await (await server.get('/drivers/health')).text());
  expect(state.channels).toMatchObject([{ sent: 0, failed: 0, waiting: 101 }]);
  const stopping = Date.now();
  await server.stop();
  expect(Date.now() - stopping).toBeLessThan(4_000);
});

it('notifies once of a late service, and never of a quiet one', async () => {
  const { origin, received } = await receiver();
  const server = await start(origin, { checkMs: 50 });
  await server.post('{"type":"PASS","service":"web","stage":"unit","expect_s":3600}');
  await server.post('{"type":"PASS","service":"unexpected"}');
  // Move the monotonic clock forward by ten days.
  const monotonic = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + 10 * 24 * 3_600_000);
  await expect.poll(() => received.length, DEADLINE).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  vi.restoreAllMocks();
  expect(received.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'service.late', data: { service: 'web', seq: null, headline: 'no report of tests unit' } },
  ]);
});

it.each([
  [{ webhook: 'http://evil.example/' }, 'x', 'is not an allowed origin'],
  [{ webhook: 'http://user@hook.example/' }, 'x', 'a user or password'],
  [{ webhook: 'http://169.254.169.254/' }, 'x', 'is not an allowed origin'],
  [{ webhook: 'http://hook.example/a' }, '', 'DASHBOARD_WEBHOOK_SECRET is not set'],
])('refuses to start with %o', (flags, secret, why) => {
  const all = { ...flags, allowOrigin: ['http://hook.example'] };
  expect(() => webhookSettings(all, { DASHBOARD_WEBHOOK_SECRET: secret })).toThrow(why);
});

it('does not deliver to an address that a name was rebound to', async () => {
  const { deliver } = await import('../drivers/process/webhook-job.ts');
  const job = {
    kind: 'webhook' as const,
    url: 'http://hook.example/x',
    origins: ['http://hook.example'],
    headers: {},
    body: '{}',
  };
  const connected: string[] = [];
  const open = (address: string): never => {
    connected.push(address);
    throw new Error('unexpected connection');
  };
  for (const address of ['127.0.0.1', '169.254.169.254', '168.63.129.16', '::ffff:10.0.0.1']) {
    await expect(deliver(job, async () => [address], open)).rejects.toThrow('not allowed');
  }
  expect(connected).toEqual([]);
  await expect(deliver(job, async () => ['10.0.0.1'], open)).rejects.toThrow('unexpected connection');
  expect(connected).toEqual(['10.0.0.1']);
});
