import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_BROWSER, startBrowser } from '../map/testing/browser.ts';

const program = join(import.meta.dirname, '../../../dashboard/bin/dashboard.js');
const STORY = [
  { type: 'HEALTH_TRANSITION', deploy: true, version: '1.4', commit: 'a1' },
  { type: 'PASS', stage: 'unit', file: 'cart.spec', version: '1.4', commit: 'a1' },
  { type: 'REGRESSION', stage: 'unit', file: 'cart.spec', version: '1.4', commit: 'a1', reason: 'TypeError: x' },
  { type: 'PASS', stage: 'unit', file: 'cart.spec', version: '1.4', commit: 'a1' },
  { type: 'PASS', stage: 'e2e', file: '<b>login.spec', version: '1.4', commit: 'a1' },
  { type: 'HEALTH_TRANSITION', deploy: true, version: '1.5', commit: 'b2' },
  { type: 'REGRESSION', stage: 'unit', file: 'cart.spec', version: '1.5', commit: 'b2', reason: 'Error: total' },
];

describe.skipIf(NO_BROWSER !== undefined)('the pages of a service and a check', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-service-page-'));
  let server: ChildProcess;
  let address: string;
  let browser: Browser;

  beforeAll(async () => {
    const services = [{ match: 'shop', owner: 'carts', tags: ['web'] }];
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ services }));
    const options = ['--port', '0', '--ring', '2', '--settings', 'settings.json'];
    server = spawn(process.execPath, [program, ...options], { cwd: folder });
    address = await new Promise((resolve) => server.stdout?.once('data', (data) => resolve(String(data).trim())));
    for (const event of STORY) {
      const body = JSON.stringify({ service: 'shop', ...event });
      await fetch(`${address}/events`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    }
    browser = await startBrowser();
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('show checks, flaky ones, deploys, what changed before an incident, and events that have left the ring', async () => {
    const page = await browser.newPage({ viewport: { width: 380, height: 800 } });
    page.setDefaultTimeout(10_000);
    await page.goto(`${address}/dashboard?service=shop`);
    const panel = page.getByRole('region', { name: /^shop/ });
    await panel.getByRole('link', { name: 'tests cart.spec · unit' }).waitFor();
    const text = await panel.innerText();
    expect(text).toContain('2 changes');
    expect(text).toContain('1.5 (b2) deployed');
    expect(text).toContain('tests <b>login.spec · e2e');
    expect(await page.locator('.change-before').first().innerText()).toMatch(
      /last good 1\.4 \(a1\) → first bad 1\.5 \(b2\); deployed \S+ \S+ before: 1\.5 \(b2\)/,
    );
    await panel.getByRole('button', { name: 'Show' }).click();
    await panel.getByText('TypeError: x').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await panel.getByRole('link', { name: 'tests cart.spec · unit' }).click();
    await panel.getByText('4 reports in 30 days, 2 of them failures').waitFor();
    expect(new URL(page.url()).searchParams.get('check')).toBe('tests||unit|cart.spec|');
    await panel.getByRole('link', { name: 'All services' }).click();
    await panel.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  });

  it('are reached from the card of an outage with its cause, owner and the change before it, and by tag', async () => {
    const body = JSON.stringify({ service: 'mail', type: 'PASS' });
    await fetch(`${address}/events`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    page.setDefaultTimeout(10_000);
    await page.goto(`${address}/`);
    const card = page.getByRole('region', { name: 'Outage' }).getByRole('listitem');
    await expect
      .poll(() => card.innerText())
      .toMatch(/^Error: total\s+began .* · carts\s+last good 1\.4 \(a1\) → first bad 1\.5 \(b2\)/);
    const rows = page.locator('.matrix tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('link', { name: '#web' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?tag=web');
    await page.getByRole('link', { name: 'All services' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await card.getByRole('link', { name: 'shop' }).click();
    await page.getByRole('region', { name: /^shop/ }).waitFor();
    await page.close();
  });

  it('have their names on one line on a telephone, also with long names of checks', async () => {
    const file = 'tests/checkout/cart_with_a_rather_long_name.spec.ts';
    const body = JSON.stringify({ service: 'long-1', type: 'REGRESSION', file, endpoint: '/api/v1/carts/{id}/items' });
    await fetch(`${address}/events`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(`${address}/`);
    const row = page.locator('.matrix tbody tr', { hasText: 'long-1' });
    const heights: number[] = await row.evaluate((tr) => [
      tr.getBoundingClientRect().height,
      tr.querySelector('th')?.getBoundingClientRect().height ?? 0,
    ]);
    expect(heights[0]).toBeLessThan(200);
    expect(heights[1]).toBeLessThan(40);
    await page.close();
    await fetch(`${address}/dashboard/services`, {
      method: 'DELETE',
      headers: { 'Content-Type': 'application/json' },
      body: '{"service":"long-1"}',
    });
  });

  it('show availability and checks without JavaScript', async () => {
    const html = await (await fetch(`${address}/dashboard?service=shop`)).text();
    expect(html).toContain('24 hours');
    expect(html).toContain('cart.spec');
  });

  it('do not say twice which build failed first, and do not break a count of the headline', async () => {
    for (const event of [
      { type: 'PASS', version: '2.0' },
      { type: 'REGRESSION', version: '2.1' },
    ]) {
      const body = JSON.stringify({ service: 'first', ...event });
      await fetch(`${address}/events`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    }
    const page = await browser.newPage({ viewport: { width: 380, height: 800 } });
    await page.goto(`${address}/dashboard?service=first`);
    const change = page.locator('.change-before', { hasText: '2.1' });
    expect(await change.first().innerText()).toBe('last good 2.0 → first bad 2.1');
    expect(await page.evaluate('getComputedStyle(document.querySelector("h1 span")).whiteSpace')).toBe('nowrap');
    await page.close();
  });
});
