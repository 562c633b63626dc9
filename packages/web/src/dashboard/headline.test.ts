import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
    await expect.poll(headline).toBe('2 of 2 services failing');
    await page.getByText('broken page: http://localhost:8100/cart, http_status:500').waitFor();
    await page.getByText('above threshold: latency_ms').waitFor();
    await keep('headline-problems');
    await post({ type: 'PASS' });
    await report(500);
    await expect.poll(headline).toBe('1 of 2 services failing');
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
    expect(await headline()).toBe('1 of 1 service failing');
    expect(await page.locator('.badge').textContent()).toBe('down');
    expect(await page.locator('.flags > li').first().textContent()).toBe('failed: cart.spec · unit');
    const { services } = await stateOf();
    expect(services).toMatchObject([
      { state: 'failing', failures: [{ what: 'down' }, { what: 'tests', ...cart, endpoint: '' }] },
    ]);
    expect(await (await fetch(address)).text()).toContain('1 of 1 service failing');
    await keep('headline-cart');
    await post({ type: 'HEALTH_TRANSITION', from: 'down', to: 'up' });
    await page.getByText('6 events', { exact: true }).waitFor();
    expect(await headline()).toBe('1 of 1 service failing');

    // The same from the log alone, without the saved state.
    await end('SIGKILL');
    rmSync(join(folder, '.dashboard/state.json'));
    await start(new URL(address).port);
    await expect.poll(headline, { timeout: 20_000 }).toBe('1 of 1 service failing');
    await post({ type: 'PASS', ...cart });
    await expect.poll(headline).toBe('Nothing is failing');
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
    await expect.poll(headline).toBe('1 of 1 service failing');
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
