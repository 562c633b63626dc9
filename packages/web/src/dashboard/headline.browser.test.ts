import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageState } from '@analyzer/contracts/pages/dashboard';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_BROWSER, startBrowser } from '../map/testing/browser.ts';

/** Folder for screenshots, if set. */
const SHOTS = process.env.ANALYZER_DASHBOARD_SCREENSHOTS;
const program = join(import.meta.dirname, '../../../dashboard/bin/dashboard.js');

describe.skipIf(NO_BROWSER !== undefined)('the headline in a real browser', { timeout: 120_000 }, () => {
  let folder: string;
  let server: ChildProcess;
  let address: string;
  let browser: Browser;
  let page: Page;

  const start = async (port: string, env: NodeJS.ProcessEnv = {}): Promise<void> => {
    server = spawn(process.execPath, [program, '--port', port], { cwd: folder, env: { ...process.env, ...env } });
    address = await new Promise((resolve) => server.stdout?.once('data', (data) => resolve(String(data).trim())));
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    await new Promise((resolve) => {
      server.once('exit', resolve);
      server.kill(signal);
    });
  };
  const post = async (event: object): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ service: 'shop', ...event });
    expect((await fetch(`${address}/events`, { method: 'POST', headers, body })).status).toBe(201);
  };
  const headline = async (): Promise<string> => (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const stateOf = async (): Promise<PageState> => JSON.parse(await (await fetch(`${address}/dashboard/state`)).text());
  const keep = async (name: string): Promise<void> => {
    if (SHOTS === undefined) return;
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: join(SHOTS, `${name}.png`) });
  };

  beforeAll(async () => {
    browser = await startBrowser();
  }, 120_000);
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dashboard-headline-'));
    page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    page.setDefaultTimeout(10_000);
  });
  afterEach(async () => {
    await page.close();
    await end('SIGKILL');
    rmSync(folder, { recursive: true });
  });
  afterAll(() => browser?.close());

  it('says that it is stale, and since when, while the server is stopped or hangs', async () => {
    await start('0');
    await post({ type: 'PASS' });
    await page.goto(address);
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await headline()).toBe('Nothing is failing');

    await end('SIGKILL');
    const STALE =
      /^Stale since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, (\d+ s ago|now)\. At that time: Nothing is failing$/;
    await expect.poll(headline, { timeout: 10_000 }).toMatch(STALE);
    expect(await page.locator('h1.stale').count()).toBe(1);
    // Ages continue: an event that was new when the connection was lost is not new any more.
    const age = async (): Promise<number> =>
      Number(/newest event (\d+) s ago/.exec((await page.locator('.state').textContent()) ?? '')?.[1] ?? 0);
    await expect.poll(age, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
    await keep('headline-stale');

    await start(new URL(address).port);
    await expect.poll(headline, { timeout: 20_000 }).toBe('Nothing is failing');

    // The connection stays open, but the server sends nothing.
    server.kill('SIGSTOP');
    await expect.poll(headline, { timeout: 60_000 }).toMatch(/^Stale since /);
    server.kill('SIGCONT');
    await expect.poll(headline, { timeout: 30_000 }).toBe('Nothing is failing');
  });

  it('counts broken pages and metrics above their threshold as failing until the next good measurement', async () => {
    await start('0');
    const broken = { type: 'VISUAL_DIFF', url: 'http://localhost:8100/cart', driver: 'dom-diff' };
    const report = (value: number): Promise<Response> =>
      fetch(`${address}/drivers/anomaly/report`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ service: 'api', metric: 'latency_ms', value, threshold: 500 }),
      });
    await page.goto(address);
    await page.getByText('Live', { exact: true }).waitFor();
    await post({ ...broken, diff: { status: 'issue', issues: ['http_status:500'] } });
    await report(900);
    await expect.poll(headline).toBe('2 failing');
    await page.getByText('broken page: http://localhost:8100/cart, http_status:500').waitFor();
    await page.getByText('beyond its limit: latency_ms').waitFor();
    await keep('headline-problems');
    await post({ type: 'PASS' });
    expect(await page.title()).toBe('2 failing – Dashboard');
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toContain(encodeURIComponent('#d32f2f'));
    await report(500);
    await expect.poll(headline).toBe('1 failing');
    await post({ ...broken, diff: { status: 'ok' } });
    await expect.poll(headline).toBe('Nothing is failing');
  });

  it('counts a service as failing until a later PASS of the failed test', async () => {
    await start('0');
    const now = Math.floor(Date.now() / 1000);
    const cart = { stage: 'unit', file: 'cart.spec' };
    await page.goto(address);
    await page.getByText('Live', { exact: true }).waitFor();
    await post({ type: 'REGRESSION', ...cart, timestamp: now, reason: 'AssertionError: total 10.00 != 12.00' });
    await post({ type: 'HEALTH_TRANSITION', from: 'up', to: 'down', timestamp: now });
    // Another test, another stage, a replayed older PASS: none of them says anything about the failure.
    await post({ type: 'PASS', stage: 'unit', file: 'login.spec' });
    await post({ type: 'PASS', stage: 'e2e' });
    await post({ type: 'PASS', ...cart, timestamp: now - 60 });
    await page.getByText('5 events', { exact: true }).waitFor();
    expect(await headline()).toBe('1 failing');
    expect(await page.locator('.badge').textContent()).toBe('down');
    expect(await page.locator('.flags > li').first().textContent()).toBe('failed: cart.spec · unit');
    const { services } = await stateOf();
    expect(services).toMatchObject([
      { state: 'failing', failures: [{ what: 'down' }, { what: 'tests', ...cart, endpoint: '' }] },
    ]);
    expect(await (await fetch(address)).text()).toContain('1 failing');
    await keep('headline-cart');
    await post({ type: 'HEALTH_TRANSITION', from: 'down', to: 'up' });
    await page.getByText('6 events', { exact: true }).waitFor();
    expect(await headline()).toBe('1 failing');

    // The same from the log alone, without the saved state.
    await end('SIGKILL');
    rmSync(join(folder, '.dashboard/state.json'));
    await start(new URL(address).port);
    await expect.poll(headline, { timeout: 20_000 }).toBe('1 failing');
    await post({ type: 'PASS', ...cart });
    // The page may still be connecting again.
    await expect.poll(headline, { timeout: 20_000 }).toBe('Nothing is failing');
  });

  it('counts services without an event for 24 hours as quiet, also when the time passes on an open page', async () => {
    const DAY_MS = 24 * 3_600_000;
    const soonMs = 12_000;
    // As in an export of an older log: with the times of receipt.
    const line = (service: string, seq: number, at: number): string =>
      JSON.stringify({ seq, at, cut: 0, event: { type: 'PASS', service, stage: 'unit', status: 'ok' } });
    const passed = Date.now() - DAY_MS + soonMs;
    writeFileSync(
      join(folder, 'old.jsonl'),
      `${line('billing', 1, Date.now() - 10 * DAY_MS)}\n${line('shop', 2, passed)}\n`,
    );
    const imported = spawnSync(process.execPath, [program, 'import', 'old.jsonl'], { cwd: folder, encoding: 'utf8' });
    expect(imported.stdout).toBe('2 events added, 0 lines refused\n');
    await start('0');
    await post({ type: 'PASS', service: 'search' });
    const ten = await (await fetch(address)).text();
    expect(ten).toContain('1 quiet');
    expect(ten).not.toContain('Nothing is failing');
    await page.goto(address);
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await headline()).toBe('1 quiet');
    const states = (): Promise<string[]> => page.locator('td[data-label="State"]').allTextContents();
    expect(await states()).toEqual([
      'quiet for 10 dquiet: tests unit, no report for 10 d',
      expect.stringMatching(/^passing for \d+ s$/),
      'passing for 23 h',
    ]);
    // No event arrives: only time passes.
    await expect.poll(headline, { timeout: 60_000 }).toBe('2 quiet');
    expect(await (await fetch(address)).text()).toContain('2 quiet');
    expect((await stateOf()).services).toMatchObject([
      { service: 'billing', state: 'quiet' },
      { service: 'shop', state: 'quiet', stateSince: passed, quietAt: expect.closeTo(passed + DAY_MS, -4) },
      { service: 'search', state: 'passing' },
    ]);
    expect(await (await fetch(`${address}/metrics`)).text()).toContain('dashboard_services_quiet 2\n');
    await keep('headline-quiet');
    await post({ type: 'REGRESSION', service: 'search' });
    await expect.poll(headline).toBe('1 failing · 2 quiet');
    for (const service of ['billing', 'shop']) await post({ type: 'PASS', service, stage: 'unit' });
    await expect.poll(headline).toBe('1 failing');
  });

  it('works below a path of a proxy, with a token', async () => {
    const token = 'x'.repeat(40);
    await start('0', { DASHBOARD_TOKEN: token });
    const target = new URL(address);
    // Removes the path and passes the Host, as the proxy of the docs does.
    const proxy = createServer((incoming, response) => {
      const path = incoming.url?.replace(/^\/board/, '') ?? '/';
      const { method, headers } = incoming;
      const outgoing = request({ port: target.port, path, method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      outgoing.on('error', () => response.destroy());
      incoming.pipe(outgoing);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    try {
      const bound = proxy.address();
      const base = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}/board`;
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
      const event = '{"type":"REGRESSION","service":"shop","reason":"TypeError: no cart"}';
      expect((await fetch(`${base}/events`, { method: 'POST', headers, body: event })).status).toBe(201);
      for (const path of ['/', '/dashboard', '/dashboard/']) {
        await page.goto(`${base}${path}`);
        if (path === '/') {
          await page.getByLabel('Token').fill(token);
          await page.keyboard.press('Enter');
        }
        await page.getByText('Live', { exact: true }).waitFor();
        expect(await headline()).toBe('1 failing');
      }
      await page.getByRole('link', { name: 'shop' }).first().click();
      await expect.poll(() => page.url()).toBe(`${base}/dashboard?service=shop`);
      expect((await page.context().cookies())[0]?.name).toBe(`dashboard_session_${target.port}`);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  it('shows a service as quiet after 24 hours although the server is gone', async () => {
    const passed = Date.now() - 24 * 3_600_000 + 12_000;
    const line = JSON.stringify({ seq: 1, at: passed, cut: 0, event: { type: 'PASS', service: 'shop' } });
    writeFileSync(join(folder, 'old.jsonl'), `${line}\n`);
    spawnSync(process.execPath, [program, 'import', 'old.jsonl'], { cwd: folder });
    await start('0');
    await page.goto(address);
    await page.getByText('Live', { exact: true }).waitFor();
    const badge = page.locator('.badge');
    expect(await badge.textContent()).toBe('passing');
    await end('SIGKILL');
    await expect.poll(() => badge.textContent(), { timeout: 60_000 }).toBe('quiet');
    expect(await headline()).toMatch(/At that time: Nothing is failing$/);
  });

  it('is followed by a command that posts an event to this server if there are no events', async () => {
    const token = '0123456789abcdef0123456789abcdef';
    await start('0');
    await page.goto(address);
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await headline()).toBe('No events yet');
    await keep('headline-empty');
    const command = (await page.locator('.first-event pre').textContent()) ?? '';
    expect(command).toContain(`'${address}/events'`);
    const plain = await (await fetch(address)).text();
    expect(plain).toContain(`${address}/events`);
    expect(spawnSync('sh', ['-c', command], { encoding: 'utf8' }).stdout).toContain('"accepted":true');
    await expect.poll(headline).toBe('1 failing');
    expect(await page.locator('.first-event').count()).toBe(0);

    await end('SIGTERM');
    rmSync(join(folder, '.dashboard'), { recursive: true });
    await start(new URL(address).port, { DASHBOARD_TOKEN: token });
    await page.goto(address);
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Open' }).click();
    const locked = (await page.locator('.first-event pre').textContent()) ?? '';
    expect(locked).toContain('$DASHBOARD_TOKEN');
    expect(locked).not.toContain(token);
    const env = { ...process.env, DASHBOARD_TOKEN: token };
    expect(spawnSync('sh', ['-c', locked], { encoding: 'utf8', env }).stdout).toContain('"accepted":true');
  });
});
