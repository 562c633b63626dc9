import { afterEach, expect, it } from 'vitest';
import { stopServers, testServer } from '../testing/test-server.ts';
import { badgeOf } from './badge.ts';
import type { StatusOptions } from './serve-status.ts';

const TOKEN = 's'.repeat(32);

afterEach(stopServers);

interface Story {
  settings?: Partial<StatusOptions['settings']>;
  events: object[];
}

/** A dashboard with a status page of the services `shop-*`. */
async function statusOf({ settings = {}, events }: Story) {
  const server = await testServer({
    status: { host: '127.0.0.1', port: 0, settings: { title: 'Shop', services: ['shop-*'], token: null, ...settings } },
  });
  for (const event of events) expect((await server.post(JSON.stringify(event))).ok).toBe(true);
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.statusAddress}${path}`, { headers });
  return { ...server, get };
}

const EVENTS = [
  { type: 'PASS', service: 'shop-cart', stage: 'unit' },
  { type: 'REGRESSION', service: 'shop-<b>pay', stage: 'unit', reason: 'SecretError: card 4242' },
  { type: 'REGRESSION', service: 'internal', reason: 'SecretError: x' },
];

it('the status page shows states and availability of chosen services, and nothing of events and other services', async () => {
  const { get } = await statusOf({ events: EVENTS });
  const html = await (await get('/')).text();
  expect(html).toContain('1 failing · 1 working');
  expect(html).toContain('shop-&lt;b>pay');
  expect(html).toContain('90 days');
  expect(html).not.toMatch(/<script|<b>|SecretError|4242|internal/);
  const model = JSON.parse(await (await get('/status.json')).text());
  expect(model).toMatchObject({
    title: 'Shop',
    services: [
      { service: 'shop-<b>pay', state: 'failing' },
      { service: 'shop-cart', state: 'passing' },
    ],
  });
  expect(Object.keys(model.services[0]).sort()).toEqual(['history', 'service', 'since', 'state']);
});

it('the port of the status page has no other route of the dashboard, and changes nothing', async () => {
  const { get, statusAddress } = await statusOf({ events: EVENTS });
  for (const path of [
    '/events',
    '/dashboard',
    '/dashboard/state',
    '/history/events',
    '/metrics',
    '/docs',
    '/events/raw/1',
  ]) {
    expect((await get(path)).status, path).toBe(404);
  }
  const posted = await fetch(`${statusAddress}/`, { method: 'POST', body: '{}' });
  expect(posted.status).toBe(405);
  const foreign = await fetch(`${statusAddress}/`, { headers: { Origin: 'https://evil.example' } });
  expect(foreign.status).toBe(403);
});

it('a status page with a token answers only with it, as bearer or as the password of a browser', async () => {
  const { get } = await statusOf({ settings: { token: TOKEN }, events: EVENTS });
  const basic = (password: string) => ({ Authorization: `Basic ${Buffer.from(`any:${password}`).toString('base64')}` });
  const refused = await get('/');
  expect(refused.status).toBe(401);
  expect(refused.headers.get('www-authenticate')).toMatch(/^Basic /);
  expect((await get('/badges/shop-cart.svg')).status).toBe(401);
  expect((await get('/', basic('x'.repeat(32)))).status).toBe(401);
  expect((await get('/', basic(TOKEN))).status).toBe(200);
  expect((await get('/status.json', { Authorization: `Bearer ${TOKEN}` })).status).toBe(200);
});

it('a badge is a picture that pages of other origins can show; a service that is not chosen has none', async () => {
  const { get } = await statusOf({ events: EVENTS });
  const badge = await get(`/badges/${encodeURIComponent('shop-<b>pay')}.svg`);
  expect(badge.headers.get('content-type')).toBe('image/svg+xml');
  expect(badge.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(await badge.text()).toMatch(/aria-label="shop-&#60;b&#62;pay: failing"/);
  expect((await get('/badges/internal.svg')).status).toBe(404);
  expect((await get('/badges/shop-none.svg')).status).toBe(404);
});

it('a badge of any name is valid XML without elements of the name', () => {
  const svg = badgeOf(`"><script>\u0000\u001b${'x'.repeat(500)}`, 'passing');
  expect(svg).not.toMatch(/<script|\p{Cc}(?<!\n)/u);
  expect(svg.length).toBeLessThan(1500);
});

it('without a service that has reported, the page says so, and does not say that all work', async () => {
  const { get } = await statusOf({ events: [] });
  const html = await (await get('/')).text();
  expect(html).toContain('No service has reported yet');
});

it('a page of 2,000 services has states without histories', async () => {
  const { get, address } = await statusOf({ events: [] });
  const headers = { 'Content-Type': 'application/x-ndjson' };
  for (const half of [0, 1]) {
    const lines = Array.from({ length: 1_000 }, (_, at) => `{"type": "PASS", "service": "shop-${half}-${at}"}`);
    const posted = await fetch(`${address}/events/batch`, { method: 'POST', headers, body: lines.join('\n') });
    expect(posted.ok).toBe(true);
  }
  const html = await (await get('/')).text();
  expect(html).toContain('All 2000 services work');
  expect(html).not.toContain('90 days');
  expect(html.length).toBeLessThan(600_000);
});
