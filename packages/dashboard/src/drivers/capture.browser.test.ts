import { createSocket } from 'node:dgram';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Baseline, Capture, DomDiff } from '@analyzer/contracts/pages/captures';
import type { PageState } from '@analyzer/contracts/pages/dashboard';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { browserFiles, NO_BROWSER } from '../../../web/src/map/testing/browser.ts';
import { stopServers, type TestServer, testServer } from '../testing/test-server.ts';
import { listening } from '../testing/test-site.ts';
import { DRIVER_LIMITS, type PoolLimits } from './driver-pool.ts';
import { processTree } from './process-tree.ts';

type Pages = Record<string, (response: ServerResponse, request: IncomingMessage) => void>;

/** Serves a site on this machine. */
async function site(pages: Pages): Promise<{ origin: string; server: Server; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const page = pages[request.url ?? ''];
    if (page === undefined) response.writeHead(404).end();
    else page(response, request);
  });
  server.on('connection', () => asked.push('connection'));
  server.on('upgrade', (request, socket) => {
    asked.push(request.url ?? '');
    socket.destroy();
  });
  return { origin: `http://127.0.0.1:${await listening(server)}`, server, asked };
}

const html = (response: ServerResponse, body: string, status = 200): void => {
  response.writeHead(status, { 'Content-Type': 'text/html' }).end(`<!doctype html><title>Shop</title>${body}`);
};
const shop = (items: readonly string[], more = ''): string =>
  `<main><h1>Shop</h1><p>${'Much to read here. '.repeat(20)}</p><ul id="items">${items
    .map((item) => `<li class="item">${item}</li>`)
    .join('')}</ul>${'<hr>'.repeat(12)}${more}</main>`;

interface Result {
  url: string;
  diff: DomDiff;
  timestamp?: number;
  capture?: string;
  baseline?: string | null;
}

async function capture(server: TestServer, body: object): Promise<Result> {
  const answer = await fetch(`${server.address}/drivers/dom-diff/capture`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ service: 'shop', ...body }),
  });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, text]);
  const { results }: { results: Result[] } = JSON.parse(text);
  const [result] = results;
  if (result === undefined) throw new Error('there is no result');
  return result;
}

async function json<T>(server: TestServer, path: string, method = 'GET'): Promise<T> {
  return JSON.parse(await (await fetch(`${server.address}${path}`, { method })).text());
}

describe.skipIf(NO_BROWSER !== undefined)('captures with a real browser', { timeout: 60_000 }, () => {
  let path = '';
  const environment = { ...process.env };

  beforeAll(() => {
    const files = browserFiles();
    path = files.path;
    // Driver processes read the packed libraries of the browser from this folder.
    Object.assign(process.env, files.env);
  });
  afterAll(() => {
    process.env = environment;
  });

  const sites: Server[] = [];
  afterEach(async () => {
    await stopServers();
    for (const server of sites.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  const start = async (pages: Pages, limits: Partial<PoolLimits> = {}, others: readonly string[] = []) => {
    const { origin, server: shopServer, asked } = await site(pages);
    sites.push(shopServer);
    const server = await testServer({
      drivers: { origins: [origin, ...others], browser: path, sandbox: false, remote: undefined },
      driverLimits: { ...DRIVER_LIMITS, ...limits },
    });
    return { server, origin, asked };
  };

  it('compares a page with its baseline until a user approves another capture', async () => {
    let items = ['tea', 'coffee', 'milk'];
    let status = 200;
    const { server, origin } = await start({ '/': (response) => html(response, shop(items), status) });
    const first = await capture(server, { url: `${origin}/#top` });
    expect(first).toMatchObject({
      url: `${origin}/#top`,
      diff: { status: 'new', message: 'No previous snapshot — baseline created' },
      baseline: null,
    });
    expect((await capture(server, { url: `${origin}/` })).diff).toMatchObject({
      status: 'ok',
      added: [],
      removed: [],
      changed_attrs: [],
      changes: [],
    });
    items = ['coffee', 'tea', 'oat milk', 'sugar'];
    const changed = await capture(server, { url: `${origin}/` });
    // The comparison of older backends does not detect this change.
    expect(changed.diff.counts).toMatchObject({ added: 0, removed: 0, changed_attrs: 0 });
    expect(changed.diff).toMatchObject({
      status: 'changed',
      change_counts: { inserted: 1, removed: 0, moved: 1, text: 1, attributes: 0 },
      repeated: [{ signature: 'LI/.item', before: 3, after: 4 }],
    });
    expect(changed.diff.changes).toContainEqual({
      kind: 'text',
      before: 'HTML/BODY/MAIN/UL#items/LI[3]',
      after: 'HTML/BODY/MAIN/UL#items/LI[3]',
      was: 'milk',
      is: 'oat milk',
    });
    const baseline = await json<Baseline>(server, `/drivers/captures/${changed.capture}/approve`, 'POST');
    expect(baseline.history.map(({ capture: id, by }) => [id, by])).toEqual([
      [changed.capture, '127.0.0.1'],
      [first.capture, 'first'],
    ]);
    expect((await capture(server, { url: `${origin}/` })).diff.status).toBe('ok');
    status = 503;
    const broken = await capture(server, { url: `${origin}/` });
    expect(broken.diff).toMatchObject({ status: 'issue', issues: ['http_status:503'] });
    expect(await json(server, `/drivers/captures/${broken.capture}/approve`, 'POST')).toEqual({
      detail: 'The page answered 503; an error page cannot be a baseline',
    });
    expect(await json(server, '/drivers/baselines?service=shop')).toMatchObject({
      items: [{ capture: changed.capture }],
    });
    const { items: listed } = await json<{ items: Capture[] }>(server, '/drivers/captures?service=shop');
    expect(listed.map(({ id, is_baseline, title }) => [id, is_baseline, title])).toContainEqual([
      changed.capture,
      true,
      'Shop',
    ]);
    const between = await json<DomDiff>(server, `/drivers/captures/${broken.capture}/diff?against=${first.capture}`);
    expect(between.change_counts).toEqual(changed.diff.change_counts);
    const events = await json<{ items: { diff: DomDiff; capture?: string }[] }>(server, '/events');
    expect(events.items.map(({ diff }) => diff.status)).toEqual(['issue', 'ok', 'changed', 'ok', 'new']);
    expect(events.items[0]?.capture).toBe(broken.capture);
  });

  it('stores the picture and serves it with headers that forbid scripts', async () => {
    const { server, origin } = await start({
      '/': (response) => html(response, `${shop(['a'])}<div style="height:20000px">`),
    });
    const { capture: id } = await capture(server, { url: origin });
    const answer = await server.get(`/drivers/captures/${id}/image`);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    const bytes = Buffer.from(await answer.arrayBuffer());
    const stored = await json<Capture>(server, `/drivers/captures/${id}`);
    expect(stored.image).toEqual({ type: 'image/png', bytes: bytes.length, width: 1280, height: 10_000 });
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1280, 10_000]);
    expect(await json(server, `/drivers/captures/${id}/dom`)).toMatchObject({
      tag: 'HTML',
      meta: { text_length: 384 },
    });
    for (const other of ['nothing', '..%2f..%2fstate.json', '%00']) {
      expect((await server.get(`/drivers/captures/${other}/image`)).status).toBe(404);
    }
  });

  it('omits ignored elements, and does not make a first error page the baseline', async () => {
    let clock = 0;
    const { server, origin } = await start({
      '/': (response) => html(response, shop(['a'], `<time id="clock">${clock++}</time>`)),
      '/broken': (response) => html(response, shop([], '<div class="error-container">Oh no</div>')),
    });
    const ignore = ['#clock'];
    await capture(server, { url: origin, ignore });
    expect((await capture(server, { url: origin, ignore })).diff.status).toBe('ok');
    expect((await capture(server, { url: origin, ignore: ['a[['] })).diff).toEqual({
      status: 'error',
      message: '"a[[" is not a CSS selector',
    });
    const issues = ["error_container_detected:.error-container,[class*='error'][class*='container']"];
    for (let i = 0; i < 2; i++) {
      const broken = await capture(server, { url: `${origin}/broken` });
      expect([broken.diff.issues, broken.baseline]).toEqual([issues, null]);
    }
  });

  it('compares pictures: a page without its style is changed, and the size of the change is said', async () => {
    let style: string | undefined = 'body { background: #123456; color: #ffffff; font-size: 30px }';
    const { server, origin } = await start({
      '/': (response) => html(response, `<link rel="stylesheet" href="/a.css">${shop(['tea'])}`),
      '/a.css': (response) => {
        if (style === undefined) response.writeHead(404).end();
        else response.writeHead(200, { 'Content-Type': 'text/css' }).end(style);
      },
    });
    const url = `${origin}/`;
    await capture(server, { url });
    expect((await capture(server, { url })).diff).toMatchObject({
      status: 'ok',
      pixels: { changed: 0, ratio: 0, box: null },
    });
    style = undefined;
    const { diff, capture: id } = await capture(server, { url });
    expect(diff).toMatchObject({ status: 'changed', change_counts: { inserted: 0, text: 0 } });
    expect(diff.pixels?.ratio).toBeGreaterThan(0.5);
    expect((await json<Capture>(server, `/drivers/captures/${id}`)).diff?.pixels).toEqual(diff.pixels);
    expect((await capture(server, { url, max_ratio: 1 })).diff.status).toBe('ok');
  });

  it('waits for content that appears late, and says which element did not appear', async () => {
    const late = (ms: number) =>
      `<div id="list"></div><script>setTimeout(() => { document.querySelector('#list').innerHTML = '<b class="done">Done</b>' }, ${ms})</script>`;
    const { server, origin } = await start({
      '/': (response) => html(response, shop(['tea'], late(900))),
      '/never': (response) => html(response, shop(['tea'])),
    });
    const ready = '.done';
    for (let run = 0; run < 3; run++) {
      const { diff } = await capture(server, { url: `${origin}/`, ready, delay_ms: 50 });
      expect(diff.status).toBe(run === 0 ? 'new' : 'ok');
    }
    const missing = await capture(server, { url: `${origin}/never`, ready });
    expect(missing.diff).toMatchObject({ status: 'error', message: expect.stringContaining('".done" is not visible') });
    const wrong = await capture(server, { url: `${origin}/never`, ready: '((' });
    expect(wrong.diff.message).toContain('is not a selector');
  });

  it('names a server that cannot be reached, and takes three errors in a row for a failure', async () => {
    const { server, origin } = await start({ '/': (response) => html(response, shop(['tea'])) });
    const closed = createServer();
    const port = await listening(closed);
    await new Promise((resolve) => closed.close(resolve));
    const other = await testServer({
      drivers: { origins: [`http://127.0.0.1:${port}`], browser: path, sandbox: false, remote: undefined },
    });
    const refused = await capture(other, { url: `http://127.0.0.1:${port}/` });
    expect(refused.diff).toMatchObject({ status: 'error', message: expect.stringContaining('ECONNREFUSED') });

    const state = async () => (await json<PageState>(server, '/dashboard/state')).services[0]?.state;
    const states: unknown[] = [];
    for (let run = 0; run < 3; run++) {
      await capture(server, { url: `${origin}/`, ready: '((' });
      states.push(await state());
    }
    expect(states).toEqual(['unknown', 'unknown', 'failing']);
    await capture(server, { url: `${origin}/` });
    expect(await state()).toBe('passing');
  });

  it('marks a service as failing from a broken capture of a page until a good one', async () => {
    let status = 500;
    const { server, origin } = await start({
      '/': (response) => html(response, shop(['tea']), status),
      '/small': (response) => html(response, '<p>tiny</p>'),
      '/gone': (response) => response.destroy(),
    });
    const failures = async (service: string): Promise<string[]> => {
      const { services } = await json<PageState>(server, '/dashboard/state');
      const row = services.find((one) => one.service === service);
      expect(row?.state).toBe(row?.failures.length === 0 ? 'passing' : 'failing');
      return (row?.failures ?? []).map(({ what, subject, text }) => `${what} ${new URL(subject).pathname} ${text}`);
    };
    await capture(server, { url: origin, service: 'web' });
    expect(await failures('web')).toEqual(['page / http_status:500']);
    status = 200;
    await capture(server, { url: `${origin}/`, service: 'web' });
    expect(await failures('web')).toEqual([]);

    // Little text is an issue of a page until a user approves the capture.
    const small = await capture(server, { url: `${origin}/small`, service: 'small' });
    await capture(server, { url: `${origin}/small`, service: 'small' });
    expect(await failures('small')).toEqual([expect.stringContaining('page /small too_little_content')]);
    await json(server, `/drivers/captures/${small.capture}/approve`, 'POST');
    expect((await capture(server, { url: `${origin}/small`, service: 'small' })).diff.status).toBe('issue');
    expect(await failures('small')).toEqual([]);

    // A page that cannot be opened is broken; the state of a forbidden page is unknown.
    await capture(server, { url: `${origin}/gone`, service: 'gone' });
    expect(await failures('gone')).toHaveLength(1);
    await capture(server, { url: 'http://elsewhere.example/', service: 'elsewhere' });
    await expect
      .poll(async () => {
        const { services } = await json<PageState>(server, '/dashboard/state');
        return services.find(({ service }) => service === 'elsewhere')?.state;
      })
      .toBe('unknown');
  });

  it('blocks every way of a page to reach an origin that is not allowed', async () => {
    const secret = await site({ '/': (response) => html(response, 'secret') });
    sites.push(secret.server);
    const { port } = new URL(secret.origin);
    // WebRTC uses UDP, which bypasses a proxy unless the browser forbids it.
    const udp = createSocket('udp4', () => secret.asked.push('datagram'));
    await new Promise<void>((resolve) => udp.bind(Number(port), '127.0.0.1', resolve));
    const attempts = `
      <img src="${secret.origin}/img"><iframe src="${secret.origin}/frame"></iframe>
      <link rel="stylesheet" href="${secret.origin}/css"><link rel="prefetch" href="${secret.origin}/prefetch">
      <link rel="preconnect" href="${secret.origin}"><img src="/redirect">
      <iframe src="http://localhost:${port}/"></iframe><iframe src="http://169.254.169.254/latest/"></iframe>
      <iframe src="file:///etc/passwd"></iframe><embed src="${secret.origin}/embed">
      <script>
        const it = '${secret.origin}';
        fetch(it + '/fetch', { mode: 'no-cors' }).catch(() => 0);
        new WebSocket(it.replace('http', 'ws') + '/socket');
        navigator.sendBeacon(it + '/beacon', 'x');
        new EventSource(it + '/events');
        open(it + '/popup');
        const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] });
        peer.createDataChannel('x');
        peer.createOffer().then((offer) => peer.setLocalDescription(offer));
        new Worker(URL.createObjectURL(new Blob(['fetch("' + it + '/worker", { mode: "no-cors" })'])));
        navigator.serviceWorker?.register('/worker.js').catch(() => 0);
      </script>`;
    const pages: Pages = {
      '/': (response) => html(response, shop(['a'], attempts)),
      '/redirect': (response) => response.writeHead(302, { Location: `${secret.origin}/redirected` }).end(),
      '/away': (response) => response.writeHead(302, { Location: secret.origin }).end(),
      '/later': (response) => html(response, `${shop(['a'])}<script>location = '${secret.origin}/later'</script>`),
    };
    const { server, origin } = await start(pages);
    const result = await capture(server, { url: origin });
    expect(result.diff).toMatchObject({ status: 'new' });
    const { blocked } = await json<Capture>(server, `/drivers/captures/${result.capture}`);
    expect(blocked).toContain(secret.origin);
    expect(blocked).toContain('http://169.254.169.254');
    for (const path of ['/away', '/later']) {
      const refused = await capture(server, { url: `${origin}${path}` });
      expect(refused.diff, path).toMatchObject({ status: 'error' });
      expect(refused.diff.message, path).toContain(`${secret.origin} is not an allowed origin`);
      expect(refused).not.toHaveProperty('timestamp');
    }
    expect(secret.asked).toEqual([]);
    // With the origin allowed, the same page reaches it: the attempts are real.
    const lenient = await start(pages, {}, [secret.origin]);
    await capture(lenient.server, { url: lenient.origin });
    const reached = ['/img', '/frame', '/css', '/fetch', '/worker', '/socket', '/events', '/redirected', '/beacon'];
    expect(secret.asked).toEqual(expect.arrayContaining(reached));
    for (const never of ['datagram', '/popup']) expect(secret.asked).not.toContain(never);
    udp.close();
  });

  it.each([
    ['http://169.254.169.254/', 'is not an allowed origin'],
    ['http://localhost/', 'is not an allowed origin'],
    ['file:///etc/passwd', 'Only http and https'],
    ['nonsense', 'not an absolute URL'],
  ])('answers %s with an error and starts no browser', async (url, message) => {
    const { server } = await start({});
    const started = Date.now();
    const result = await capture(server, { url });
    expect(result.diff.status).toBe('error');
    expect(result.diff.message).toContain(message);
    expect(Date.now() - started).toBeLessThan(2_000);
    expect(await json(server, '/events')).toMatchObject({
      items: [{ type: 'VISUAL_DIFF', diff: { status: 'error' } }],
    });
  });

  it('fails one request and loses no event if a driver is killed or needs too much memory', async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'dashboard-capture-'));
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(temporary, { recursive: true });
    });
    const hungry = '<script>for (const all = [];;) all.push(new Uint8Array(2e8).fill(1));</script>';
    const { server, origin, asked } = await start(
      {
        '/': (response) => html(response, shop(['a'])),
        '/never': () => undefined,
        '/memory': (response) => html(response, shop(['a'], hungry)),
      },
      { memory: 600_000_000 },
    );
    const hanging = capture(server, { url: `${origin}/never` });
    await expect.poll(() => asked, { timeout: 30_000 }).toContain('/never');
    const driver = processTree(process.pid).pids.find((pid) => commandOf(`${pid}`).includes('driver-process'));
    if (driver === undefined) throw new Error('there is no driver process');
    process.kill(driver, 'SIGKILL');
    expect((await hanging).diff).toMatchObject({
      status: 'error',
      message: 'The driver process ended before the job was complete',
    });
    expect((await server.post('{"type":"PASS"}')).status).toBe(201);
    const [memory, beside] = await Promise.all([
      capture(server, { url: `${origin}/memory` }),
      capture(server, { url: origin }),
    ]);
    expect(memory.diff.message).toBe('The page needs more than 572 MB of memory');
    expect(beside.diff.status).toBe('new');
    expect((await capture(server, { url: origin })).diff.status).toBe('ok');
    expect(await (await server.get('/metrics')).text()).toContain('dashboard_driver_deaths_total 2\n');
    await expect.poll(() => browsers(path), { timeout: 20_000 }).toEqual([]);
    await stopServers();
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('fails a capture that exceeds its time limit', async () => {
    const { server, origin } = await start(
      { '/': (response) => html(response, shop(['a'], '<script>for (;;);</script>')) },
      { jobMs: 4_000 },
    );
    expect((await capture(server, { url: origin })).diff.message).toBe('The job took longer than 4 seconds');
    await expect.poll(() => browsers(path), { timeout: 20_000 }).toEqual([]);
  });

  it('answers 429 if the queue is full, and ends driver processes with the server', async () => {
    const { server, origin, asked } = await start({ '/never': () => undefined }, { processes: 1, queue: 1 });
    const ask = (): Promise<Response> =>
      fetch(`${server.address}/drivers/dom-diff/capture`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ url: `${origin}/never` }),
      });
    const waiting = [ask(), ask()];
    await expect.poll(() => asked, { timeout: 30_000 }).toContain('/never');
    const turnedAway = await ask();
    expect([turnedAway.status, turnedAway.headers.get('retry-after')]).toEqual([429, '10']);
    const started = Date.now();
    await server.stop();
    expect(Date.now() - started).toBeLessThan(5_000);
    // One job was running and one was queued; neither failure says anything about the page.
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([503, 503]);
    await expect.poll(() => browsers(path), { timeout: 10_000 }).toEqual([]);
  });
});

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

/** The browser processes of captures; browsers of other tests have their own folder or argument. */
function browsers(path: string): string[] {
  return readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && commandOf(pid).startsWith(`${path}\0`) && commandOf(pid).includes('~NOTFOUND'),
  );
}
