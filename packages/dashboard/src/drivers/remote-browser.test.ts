import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Capture } from '@analyzer/contracts/pages/captures';
import { afterEach, expect, it } from 'vitest';
import { stopServers, type TestServer, testServer } from '../testing/test-server.ts';
import { listening } from '../testing/test-site.ts';
import { driverSettings } from './settings.ts';

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);
const PAGE = 'http://127.0.0.1:8100';

interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

const upstreams: Server[] = [];
afterEach(async () => {
  await stopServers();
  for (const server of upstreams.splice(0)) server.close();
});

/**
 * Answers as the container does according to the sources of version 2.56: 404 to a body of another type, the accepted
 * type in the response, and 401 without the token.
 */
async function container(
  answer: (response: ServerResponse) => void = (response) => response.end(PNG),
): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      asked.push({ method, url, headers, body: body === '' ? null : JSON.parse(body) });
      const { pathname, searchParams } = new URL(url, 'http://container');
      if (pathname === '/pressure' && searchParams.get('token') === 'secret') {
        response.end('{"pressure":{"isAvailable":true,"running":1,"queued":0,"cpu":3}}');
        return;
      }
      if (pathname !== '/screenshot' || headers['content-type'] !== 'application/json') response.writeHead(404).end();
      else if (searchParams.get('token') !== 'secret') response.writeHead(401).end('Bad or missing authentication.');
      else {
        response.setHeader('Content-Type', headers.accept ?? '');
        answer(response);
      }
    });
  });
  upstreams.push(server);
  return { url: `http://127.0.0.1:${await listening(server)}`, asked };
}

function start(env: Record<string, string>): Promise<TestServer> {
  return testServer({ drivers: driverSettings({ allowOrigin: [PAGE], browserSandbox: true }, env) });
}

async function ask(server: TestServer, body: object, path = 'remote-browser'): Promise<[number, unknown]> {
  const answer = await fetch(`${server.address}/drivers/${path}/screenshot`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return [answer.status, await answer.json()];
}

it('takes a screenshot, stores it and serves it', async () => {
  const { url, asked } = await container();
  const server = await start({ REMOTE_BROWSER_URL: `${url}/`, REMOTE_BROWSER_TOKEN: 'secret' });
  const [status, reply] = await ask(server, { url: `${PAGE}/users`, service: 'web' });
  expect([status, reply]).toMatchObject([
    200,
    { upstream: url, status: 200, content_type: 'image/png', size_bytes: PNG.length },
  ]);
  expect(asked).toMatchObject([
    {
      method: 'POST',
      url: '/screenshot?token=secret',
      headers: { accept: 'image/png' },
      body: { url: `${PAGE}/users`, options: { fullPage: true, type: 'png' } },
    },
  ]);
  const list = JSON.parse(await (await server.get('/drivers/captures?kind=screenshot')).text());
  expect(list).toMatchObject({
    items: [{ service: 'web', dom: null, is_baseline: true, image: { type: 'image/png', width: 1, height: 1 } }],
  });
  const { items }: { items: Capture[] } = list;
  const picture = await server.get(`/drivers/captures/${items[0]?.id}/image`);
  expect(picture.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(PNG);
  expect(await (await server.get('/drivers/health')).json()).toMatchObject({
    browserless_url: `${url}/`,
    remote_browser: { reachable: true, available: true, running: 1, queued: 0 },
  });
});

it('supports the older path, the older variable and a token in its query', async () => {
  const { url, asked } = await container();
  const server = await start({ BROWSERLESS_URL: `${url}?token=secret&stealth` });
  const [status] = await ask(server, { url: PAGE, full_page: false }, 'browserless');
  expect([status, asked[0]?.url]).toEqual([200, '/screenshot?token=secret&stealth']);
  expect(asked[0]?.body).toMatchObject({ options: { fullPage: false } });
  // Readers must not learn the token.
  expect(await (await server.get('/drivers/health')).text()).not.toContain('secret');
});

it('forwards the status of a failing remote browser, but not its text', async () => {
  const codes = [400, 404, 408, 429, 500];
  const waiting = [...codes];
  const { url } = await container((response) =>
    response.writeHead(waiting.shift() ?? 200).end('<b>secret page</b> http://127.0.0.1/?token=secret'),
  );
  const server = await start({ REMOTE_BROWSER_URL: url, REMOTE_BROWSER_TOKEN: 'secret' });
  for (const code of codes) {
    const [status, reply] = await ask(server, { url: PAGE });
    expect(status).toBe(code);
    expect(JSON.stringify(reply)).not.toContain('secret');
    expect(reply).toMatchObject({ detail: expect.stringContaining(`The remote browser answered ${code}`) });
  }
  const wrong = await start({ REMOTE_BROWSER_URL: url, REMOTE_BROWSER_TOKEN: 'other' });
  expect(await ask(wrong, { url: PAGE })).toMatchObject([401, { detail: expect.stringContaining('TOKEN') }]);
});

it('rejects answers that are not pictures', async () => {
  const large = Buffer.from(PNG);
  large.writeUInt32BE(100_000, 16);
  large.writeUInt32BE(100_000, 20);
  const answers = [Buffer.from('<html>no picture</html>'), Buffer.from(''), large, Buffer.alloc(17 * 1024 * 1024)];
  const { url } = await container((response) => response.end(answers.shift()));
  const server = await start({ REMOTE_BROWSER_URL: url, REMOTE_BROWSER_TOKEN: 'secret' });
  const details: unknown[] = [];
  for (let left = answers.length; left > 0; left--) {
    const [status, reply] = await ask(server, { url: PAGE });
    expect(status).toBe(502);
    details.push(reply);
  }
  expect(details).toEqual([
    { detail: 'The answer of the remote browser is not a picture' },
    { detail: 'The answer of the remote browser is not a picture' },
    { detail: 'The picture has more than 40 million pixels' },
    { detail: 'The remote browser: the answer is too large' },
  ]);
  expect(await (await server.get('/drivers/captures')).json()).toMatchObject({ total: 0 });
});

it('refuses a forbidden page before the request, and a forbidden final URL after it', async () => {
  const ends = [
    { 'X-Response-URL': 'http://169.254.169.254/', 'X-Response-IP': '169.254.169.254' },
    { 'X-Response-URL': `${PAGE}/moved`, 'X-Response-IP': '169.254.169.254' },
    { 'X-Response-URL': 'http://127.0.0.1:8101/' },
    { 'X-Response-URL': `${PAGE}/moved`, 'X-Response-IP': '127.0.0.1', 'X-Response-Code': '500' },
  ];
  const { url, asked } = await container((response) => response.writeHead(200, ends.shift()).end(PNG));
  const server = await start({ REMOTE_BROWSER_URL: url, REMOTE_BROWSER_TOKEN: 'secret' });
  for (const page of ['http://169.254.169.254/', 'http://localhost:8100', 'file:///etc/passwd', 'nonsense']) {
    expect((await ask(server, { url: page }))[0], page).toBe(403);
  }
  expect(asked).toEqual([]);
  for (let i = 0; i < 3; i++) expect((await ask(server, { url: PAGE }))[0]).toBe(403);
  expect(await (await server.get('/drivers/captures')).json()).toMatchObject({ total: 0 });
  expect(await ask(server, { url: PAGE })).toMatchObject([200, { page_status: 500, final_url: `${PAGE}/moved` }]);
  expect(await (await server.get('/drivers/captures')).json()).toMatchObject({
    items: [
      {
        http_status: 500,
        is_baseline: false,
        refused_as_baseline: 'The page answered 500; an error page cannot be a baseline',
      },
    ],
  });
});

it('answers 503 without a working remote browser, before it checks the page', async () => {
  const none = await start({});
  expect(await ask(none, { url: 'http://169.254.169.254/' })).toEqual([
    503,
    { detail: 'There is no remote browser: set REMOTE_BROWSER_URL and restart the dashboard' },
  ]);
  const closed = await start({ REMOTE_BROWSER_URL: 'http://127.0.0.1:9' });
  expect(await ask(closed, { url: 'http://169.254.169.254/' })).toEqual([
    503,
    { detail: 'The remote browser at http://127.0.0.1:9 does not answer' },
  ]);
  expect(await (await closed.get('/drivers/health')).json()).toMatchObject({
    remote_browser: { reachable: false, problem: 'The remote browser at http://127.0.0.1:9 does not answer' },
  });
  expect(await (await none.get('/drivers/health')).json()).toMatchObject({ remote_browser: null, browserless_url: '' });
  const metadata = await start({ REMOTE_BROWSER_URL: 'http://169.254.169.254' });
  expect((await ask(metadata, { url: PAGE }))[0]).toBe(503);
});

it.each(['', 'no address', 'file:///etc'])('refuses to start with REMOTE_BROWSER_URL=%s', (url) => {
  const read = () => driverSettings({ allowOrigin: [], browserSandbox: true }, { REMOTE_BROWSER_URL: url });
  if (url === '') expect(read().remote).toBeUndefined();
  else expect(read).toThrow('REMOTE_BROWSER_URL is not an http(s) URL');
});
