import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { stopServers, type TestServer, testServer } from '../testing/test-server.ts';
import { listening } from '../testing/test-site.ts';
import type { ChannelSettings } from './channels.ts';
import { DELIVERY_DEFAULTS, type DeliverySettings } from './deliveries.ts';
import { inWindow } from './maintenance.ts';

interface Received {
  url: string;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

const servers: Server[] = [];
afterEach(async () => {
  await stopServers();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function receiver(): Promise<{ origin: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ url: request.url ?? '', authorization: request.headers.authorization, body: JSON.parse(body) });
      response.writeHead(200).end('ok');
    });
  });
  servers.push(server);
  return { origin: `http://127.0.0.1:${await listening(server)}`, received };
}

function start(channel: ChannelSettings, options: Partial<DeliverySettings> = {}): Promise<TestServer> {
  const times = { waitsMs: [20], giveUpMs: 60_000, foldMs: 0 };
  return testServer({
    delivery: { ...DELIVERY_DEFAULTS, channels: [channel], origins: [], checkMs: 20, cooldownMs: 0, times, ...options },
  });
}

const DEADLINE = { timeout: 15_000 };
const CHECK = { service: 'shop <1>', type: 'REGRESSION', reason: 'Error: expected 200 & got 500' };
const TEXT = /^Error: expected 200 & got 500\nsince \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\nhttps:\/\/board\.example\/$/;

it.each<{ type: string; settings: (origin: string) => ChannelSettings; wanted: object }>([
  {
    type: 'ntfy',
    settings: (origin) => ({ name: 'ops', type: 'ntfy', url: `${origin}/alerts`, token: 'tk_1' }),
    wanted: {
      url: '/',
      authorization: 'Bearer tk_1',
      body: {
        topic: 'alerts',
        title: 'shop <1> is failing',
        message: expect.stringMatching(TEXT),
        priority: 4,
        click: 'https://board.example/',
      },
    },
  },
  {
    type: 'slack',
    settings: (origin) => ({ name: 'ops', type: 'slack', url: `${origin}/services/T/B/x` }),
    wanted: {
      url: '/services/T/B/x',
      body: { text: expect.stringMatching(/^\*shop &lt;1&gt; is failing\*\nError: expected 200 &amp; got 500\n/) },
    },
  },
  {
    type: 'discord',
    settings: (origin) => ({ name: 'ops', type: 'discord', url: `${origin}/api/webhooks/1/x` }),
    wanted: {
      url: '/api/webhooks/1/x',
      body: {
        content: expect.stringMatching(/^\*\*shop <1> is failing\*\*\nError: /),
        allowed_mentions: { parse: [] },
      },
    },
  },
  {
    type: 'telegram',
    settings: (origin) => ({ name: 'ops', type: 'telegram', url: origin, token: '1:a', chat: '-100' }),
    wanted: {
      url: '/bot1:a/sendMessage',
      body: {
        chat_id: '-100',
        text: expect.stringMatching(/^shop <1> is failing\nError: /),
        link_preview_options: { is_disabled: true },
      },
    },
  },
])('sends a failure to $type, and a test message', async ({ settings, wanted }) => {
  const { origin, received } = await receiver();
  const server = await start(settings(origin), { link: 'https://board.example/' });
  await server.post(JSON.stringify(CHECK));
  await expect.poll(() => received.length, DEADLINE).toBe(1);
  expect(received[0]).toMatchObject(wanted);
  const test = (channel: string): Promise<Response> =>
    fetch(`${server.address}/dashboard/channels/test`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ channel }),
    });
  expect(await (await test('ops')).json()).toEqual({ sent: true, problem: null });
  expect(JSON.stringify(received[1]?.body)).toContain('Test of the dashboard');
  expect((await test('other')).status).toBe(404);
});

it('400 services that fail together are one message at once and one for the others, with 20 names each', async () => {
  const { origin, received } = await receiver();
  const times = { waitsMs: [20], giveUpMs: 60_000, foldMs: 1_500 };
  const server = await start({ name: 'ops', type: 'discord', url: `${origin}/x` }, { times });
  const down = (i: number): string => `{"type":"HEALTH_TRANSITION","service":"s${i}","from":"up","to":"down"}`;
  const batch = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, i) => down(from + i)).join('\n');
  await server.post(down(0));
  await expect.poll(() => received.length, DEADLINE).toBe(1);
  await fetch(`${server.address}/events/batch`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-ndjson' },
    body: batch(1, 400),
  });
  await expect.poll(() => received.length, DEADLINE).toBe(2);
  const texts = received.map(({ body }) => String(body.content));
  expect(texts[0]).toMatch(/^\*\*s0 is failing\*\*\ndown, before up\n/);
  expect(texts[1]).toMatch(/^\*\*399 services are failing\*\*\n/);
  expect(texts[1]).toContain('and 379 more');
  expect(texts[1]?.split('\n')).toHaveLength(22);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(received).toHaveLength(2);
});

it('reminds of a service that is still failing, until it is acknowledged or recovers', async () => {
  const { origin, received } = await receiver();
  const server = await start({ name: 'ops', type: 'discord', url: `${origin}/x` }, { remindMs: 150 });
  await server.post(JSON.stringify(CHECK));
  const titles = (): string[] => received.map(({ body }) => String(body.content).split('\n', 1).join());
  await expect.poll(() => titles().length, DEADLINE).toBeGreaterThanOrEqual(3);
  expect(titles().slice(0, 2)).toEqual(['**shop <1> is failing**', '**shop <1> is still failing**']);
  await server.post(JSON.stringify({ type: 'PASS', service: CHECK.service }));
  await expect.poll(() => titles().at(-1), DEADLINE).toBe('**shop <1> recovered**');
  const count = titles().length;
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(titles()).toHaveLength(count);
});

it('sends nothing during maintenance, and the state after it', async () => {
  const { origin, received } = await receiver();
  const now = Date.now();
  const maintenance = [{ match: 'shop*', from: now - 1_000, to: now + 3_000 }];
  const server = await start({ name: 'ops', type: 'discord', url: `${origin}/x` }, { maintenance });
  await server.post(JSON.stringify(CHECK));
  await server.post('{"type":"REGRESSION","service":"other"}');
  const titles = (): string[] => received.map(({ body }) => String(body.content).split('\n', 1).join());
  await expect.poll(titles, DEADLINE).toEqual(['**other is failing**', '**shop <1> is failing**']);
  expect(Date.now()).toBeGreaterThan(now + 2_900);
});

it('a weekly window is open at its hours, also after midnight', () => {
  const window = [{ match: '*', days: [0], startMs: 23 * 3_600_000, lengthMs: 2 * 3_600_000 }];
  const at = (time: string): boolean => inWindow(window, 's', Date.parse(time));
  // 29 November 2026 is a Sunday.
  expect(['2026-11-29T22:59Z', '2026-11-29T23:00Z', '2026-11-30T00:59Z', '2026-11-30T01:00Z'].map(at)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(at('2026-11-30T23:30Z')).toBe(false);
});
