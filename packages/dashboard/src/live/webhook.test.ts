import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import { webhookSettings } from '../drivers/settings.ts';
import { stopServers, type TestServer, testServer } from '../testing/test-server.ts';
import { listening } from '../testing/test-site.ts';
import { secretBytes, signedHeaders } from './signature.ts';
import type { WebhookSettings } from './webhook.ts';

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

function start(origin: string, options: Partial<WebhookSettings> = {}): Promise<TestServer> {
  return testServer({
    drivers: { origins: [origin], browser: undefined, sandbox: true, remote: undefined },
    webhook: {
      url: `${origin}/hook?x=1`,
      secret: 'whsec_c2VjcmV0',
      cooldownMs: 60_000,
      retriesMs: [100],
      checkMs: 60_000,
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
  expect(metrics).toContain('dashboard_webhook_deliveries_total{result="cooled_down"} 2\n');
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
    'service.regression web ',
    'service.recovery web ended by PASS',
    'service.regression web again',
  ]);
  await acknowledgements('DELETE', { service: 'quiet' });
  await expect.poll(() => sent().at(-1), DEADLINE).toBe('service.regression quiet ');
});

it('retries, counts failures, and follows no redirect', async () => {
  const { origin, received } = await receiver(500, 204, 302, 503);
  const server = await start(origin);
  await server.post('{"type":"REGRESSION","service":"a"}');
  await expect.poll(() => counts(server), DEADLINE).toMatchObject({ sent: 1 });
  expect(received).toHaveLength(2);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await server.post('{"type":"REGRESSION","service":"b"}');
  await expect.poll(() => counts(server), DEADLINE).toMatchObject({ failed: 1, problem: 'the receiver answered 503' });
  const { losses } = JSON.parse(await (await server.get('/dashboard/state')).text());
  expect(losses.webhook).toEqual({ lost: 1, problem: 'the receiver answered 503' });
  expect(await (await server.get('/')).text()).toContain(
    '1 notification lost by the webhook: the receiver answered 503.',
  );
  expect(received.map(({ url }) => url)).toEqual(Array(4).fill('/hook?x=1'));
});

it('does not delay events while the receiver does not answer, and ends with the server', async () => {
  const { origin, received } = await receiver(...Array(200).fill(0));
  const server = await start(origin);
  await server.post('{"type":"REGRESSION","service":"a"}');
  await expect.poll(() => received.length, DEADLINE).toBe(1);
  const started = Date.now();
  for (let i = 0; i < 100; i++) await server.post(`{"type":"REGRESSION","service":"s${i}"}`);
  expect(Date.now() - started).toBeLessThan(10_000);
  const { sent, dropped } = await counts(server);
  expect(sent).toBe(0);
  expect(dropped).toBeGreaterThan(20);
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
  const all = { ...flags, allowOrigin: ['http://hook.example'], webhookCooldown: 1 };
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
