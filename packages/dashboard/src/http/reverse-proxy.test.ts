import { request as ask, createServer, type IncomingHttpHeaders } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { stopServers, testServer } from '../testing/test-server.ts';
import { listening } from '../testing/test-site.ts';
import { Tokens } from './tokens.ts';

const TOKEN = 'a'.repeat(32);
const HOST = 'board.example';
const closers: (() => void)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) close();
  await stopServers();
});

interface Rewriting {
  /** Removed from the path, as `proxy_pass` with a path does; empty for none. */
  removed: string;
  /** `proxy_set_header`. */
  headers: (own: IncomingHttpHeaders) => IncomingHttpHeaders;
}

/** As nginx with TLS: `Host $http_host`, `X-Forwarded-For $proxy_add_x_forwarded_for`, `X-Forwarded-Proto $scheme`. */
const PASSED = (own: IncomingHttpHeaders): IncomingHttpHeaders => ({
  ...own,
  'x-forwarded-for': [own['x-forwarded-for'], '198.51.100.7'].filter(Boolean).join(', '),
  'x-forwarded-proto': 'https',
});

/** A reverse proxy in this process. @returns its port */
async function proxyTo(target: number, { removed, headers }: Rewriting): Promise<number> {
  const proxy = createServer((incoming, answer) => {
    const path = (incoming.url ?? '/').replace(removed, '');
    const options = { port: target, method: incoming.method, path, headers: headers(incoming.headers) };
    const passed = ask(options, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  const port = await listening(proxy);
  closers.push(
    () => proxy.closeAllConnections(),
    () => proxy.close(),
  );
  return port;
}

interface Got {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** A request of a browser or an agent, whose Host `fetch` would not send. */
function get(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = ask({ port, path, method, headers: { Host: HOST, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (data: string) => {
        text += data;
        if (response.headers['content-type']?.includes('event-stream')) response.destroy();
      });
      response.on('close', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject).end(body);
  });
}

const JSON_BODY = { 'Content-Type': 'application/json', Origin: `https://${HOST}` };

it.each([
  ['that removes the path', '/board'],
  ['that does not remove the path', ''],
])('page, assets, login, stream and events work below a path of a proxy %s', async (_, removed) => {
  const server = await testServer({
    basePath: '/board',
    trustedProxies: ['127.0.0.1'],
    hostNames: [HOST],
    tokens: Tokens.read(undefined, TOKEN),
    page: { unprotected: false, needsToken: true, links: [] },
  });
  const port = await proxyTo(server.port, { removed, headers: PASSED });
  const login = await get(port, '/board/session', JSON_BODY, 'POST', JSON.stringify({ token: TOKEN }));
  expect(login.status).toBe(204);
  const [cookie = ''] = login.headers['set-cookie'] ?? [];
  expect(cookie).toMatch(/^dashboard_session_\d+=.*; HttpOnly; SameSite=Strict; Path=\/board\/; .*; Secure$/);
  const session = { Cookie: cookie.split(';', 1)[0] ?? '' };
  const page = await get(port, '/board/', session);
  expect(page.status).toBe(200);
  expect(page.text).toContain(`https://${HOST}/board/events`);
  for (const [, url = ''] of page.text.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)) {
    const { pathname } = new URL(url, `https://${HOST}/board/`);
    expect((await get(port, pathname, session)).status, pathname).toBe(200);
  }
  const event = '{"type":"REGRESSION","service":"shop"}';
  const agent = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  expect((await get(port, '/board/events', agent, 'POST', event)).status).toBe(201);
  const stream = await get(port, '/board/events/stream', { ...session, 'Last-Event-ID': '0' });
  expect(stream.text.length).toBeGreaterThan(0);
  const { servers } = JSON.parse((await get(port, '/board/openapi.json', session)).text);
  expect(servers).toEqual([{ url: `https://${HOST}/board` }]);
  expect((await get(port, '/board/dashboard/state', session)).status).toBe(200);
});

it('the path without a slash is redirected, so that relative URLs of the page work', async () => {
  const { port } = await testServer({ basePath: '/board', hostNames: [HOST] });
  const { status, headers } = await get(port, '/board?service=shop');
  expect([status, headers.location]).toEqual([308, '/board/?service=shop']);
});

it('wrong tokens count for the address that a trusted proxy names, and not for what a client claims', async () => {
  const server = await testServer({
    trustedProxies: ['127.0.0.0/8'],
    hostNames: [HOST],
    tokens: Tokens.read(undefined, TOKEN),
  });
  let client = '198.51.100.7';
  const proxy = await proxyTo(server.port, {
    removed: '',
    headers: (own) => ({ ...own, 'x-forwarded-for': [own['x-forwarded-for'], client].filter(Boolean).join(', ') }),
  });
  const wrong = async (claimed: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${'b'.repeat(32)}`, 'X-Forwarded-For': claimed };
    return (await get(proxy, '/events', headers)).status;
  };
  for (let i = 0; i < 10; i++) expect(await wrong(`203.0.113.${i}`)).toBe(401);
  expect(await wrong('203.0.113.99')).toBe(429);
  client = '198.51.100.8';
  expect(await wrong('')).toBe(401);
});

it('forwarded headers of a peer that is not listed are ignored', async () => {
  const { port, store } = await testServer({ hostNames: [HOST], trustedProxies: ['10.0.0.0/8'] });
  const forged = { 'X-Forwarded-For': '10.0.0.5', 'X-Forwarded-Proto': 'https' };
  const event = '{"type":"PASS","service":"shop"}';
  expect((await get(port, '/events', { ...forged, 'Content-Type': 'application/json' }, 'POST', event)).status).toBe(
    201,
  );
  expect(store.services.find('shop')?.sender).toBe('address 127.0.0.1');
  expect((await get(port, '/', forged)).text).not.toContain(`https://${HOST}`);
});

it('the Origin must have the scheme that a trusted proxy names, and the Host of the browser', async () => {
  const server = await testServer({ hostNames: [HOST], trustedProxies: ['127.0.0.1'] });
  const port = await proxyTo(server.port, { removed: '', headers: PASSED });
  const status = async (origin: string): Promise<number> => {
    const headers = { 'Content-Type': 'application/json', Origin: origin };
    return (await get(port, '/events', headers, 'POST', '{"type":"PASS"}')).status;
  };
  expect(await status(`https://${HOST}`)).toBe(201);
  expect(await status(`http://${HOST}`)).toBe(403);
  expect(await status('https://evil.example')).toBe(403);
  const changed = await proxyTo(server.port, {
    removed: '',
    headers: (own) => ({ ...PASSED(own), host: `127.0.0.1:${server.port}` }),
  });
  const refused = await get(changed, '/events', JSON_BODY, 'POST', '{"type":"PASS"}');
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('pass the Host')]);
});
