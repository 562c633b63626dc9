import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserFiles, NO_BROWSER, startBrowser } from '../map/testing/browser.ts';

/** Folder for screenshots, if set. */
const SHOTS = process.env.ANALYZER_DASHBOARD_SCREENSHOTS;
const program = join(import.meta.dirname, '../../../dashboard/bin/dashboard.js');
const PATHS = ['/cart', '/users', '/orders', '/broken'];

/** Version 2 has other texts and colors; then `/broken` shows an error. */
const pageOf = (path: string, version: number): string => `<!doctype html><title>${path}</title>
<style>body { font: 16px sans-serif; margin: 24px } h1 { background: ${version === 1 ? '#234' : '#742'}; color: #fff }
td { border: 1px solid #ccc; padding: 6px 14px }</style>
<h1>Page ${path}</h1><p>${'This page describes all that the shop sells, with its price. '.repeat(5)}</p>
<table>${[1, 2, 3, 4].map((row) => `<tr><td>row ${row}</td><td>${row * version} €</td></tr>`).join('')}</table>
${version === 2 && path === '/broken' ? '<div class="error-container">Something went wrong</div>' : ''}`;

describe.skipIf(NO_BROWSER !== undefined)('the review of captures', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-review-'));
  const complaints: string[] = [];
  let version = 1;
  let site: Server;
  let origin: string;
  let child: ChildProcess;
  let address: string;
  let browser: Browser;

  const open = async (path: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 1600, height: 1100 }, ...options });
    page.setDefaultTimeout(20_000);
    page.on('console', (message) => complaints.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    await page.goto(`${address}${path}`);
    await page.getByRole('main').waitFor();
    return page;
  };
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const capture = async (path: string): Promise<string> => {
    const answer = await post('/drivers/dom-diff/capture', { url: `${origin}${path}`, service: 'shop-web' });
    const { results }: { results: { diff: { status: string } }[] } = JSON.parse(await answer.text());
    return results[0]?.diff.status ?? '';
  };
  const item = (page: Page, path: string) => page.getByRole('listitem', { name: `shop-web ${origin}${path}` });
  const drawn = (page: Page, count: number): Promise<unknown> =>
    expect.poll(() => page.getByText(/^\d+ pixels differ, /).count(), { timeout: 20_000 }).toBe(count);

  beforeAll(async () => {
    site = createServer(({ url = '' }, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(pageOf(url, version));
    });
    origin = await new Promise<string>((resolve) => {
      site.listen(0, '127.0.0.1', () => {
        const bound = site.address();
        resolve(`http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`);
      });
    });
    const { path, env } = browserFiles();
    const args = ['--port', '0', '--allow-origin', origin, '--browser', path, '--no-browser-sandbox'];
    child = spawn(process.execPath, [program, ...args], { cwd: folder, env: { ...process.env, ...env } });
    address = await new Promise((resolve) => child.stdout?.once('data', (data) => resolve(String(data).trim())));
    browser = await startBrowser();
    for (const path of PATHS) expect(await capture(path)).toBe('new');
    version = 2;
    for (const path of PATHS) expect(await capture(path)).toBe(path === '/broken' ? 'issue' : 'changed');
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    await new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGTERM');
    });
    site.close();
    rmSync(folder, { recursive: true });
  });

  it('shows each differing capture with both pictures, their differences and the changed texts', async () => {
    const page = await open('/');
    await page.getByRole('link', { name: 'Review (4)' }).click();
    await page.getByRole('heading', { name: '4 captures to review' }).waitFor();
    expect(new URL(page.url()).search).toBe('?page=review');
    await drawn(page, 4);
    const cart = item(page, '/cart');
    expect(await cart.getByRole('img').count()).toBe(3);
    const change = cart.locator('.changes-list li').filter({ hasText: '1 €' });
    expect(await change.locator('ins').textContent()).toBe('2 €');
    expect(await cart.locator('.verdict').textContent()).toMatch(
      /changed 4 text\. Of the picture \d+(\.\d)? % differ\./,
    );
    await item(page, '/broken')
      .getByText(/an error page cannot be a baseline\.$/)
      .waitFor();
    expect(await item(page, '/broken').getByRole('button', { name: 'Approve as baseline' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    if (SHOTS !== undefined) {
      mkdirSync(SHOTS, { recursive: true });
      await page.setViewportSize({ width: 1280, height: 820 });
      await page.screenshot({ path: join(SHOTS, 'dashboard-review.png') });
    }
    await page.close();
  });

  it('fits into 380 pixels, light and dark, and works without JavaScript', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1600, 380]) {
        const page = await open('/?page=review', { viewport: { width, height: 900 }, colorScheme });
        await drawn(page, 4);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        if (SHOTS !== undefined) {
          mkdirSync(SHOTS, { recursive: true });
          await page.screenshot({ path: join(SHOTS, `review-${width}-${colorScheme}.png`), fullPage: width > 1000 });
        }
        await page.close();
      }
    }
    const page = await open('/?page=review', { javaScriptEnabled: false });
    await page.getByRole('heading', { name: '4 captures to review' }).waitFor();
    expect(await item(page, '/users').getByRole('img').count()).toBe(2);
    expect(await page.getByRole('button').count()).toBe(0);
    await page.close();
  });

  it('ends with a rejection until the page changes again, with an approval, or with the approval of all', async () => {
    const page = await open('/?page=review');
    await page.getByLabel('Note').fill('<b>wrong price</b>');
    await item(page, '/users').getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('heading', { name: '3 captures to review' }).waitFor();
    expect(await capture('/users')).toBe('changed');
    await page.reload();
    await page.getByRole('heading', { name: '3 captures to review' }).waitFor();
    await item(page, '/cart').getByRole('button', { name: 'Approve as baseline' }).click();
    await page.getByRole('heading', { name: '2 captures to review' }).waitFor();
    version = 3;
    expect(await capture('/users')).toBe('changed');
    expect(await capture('/cart')).toBe('changed');
    await page.reload();
    await page.getByRole('heading', { name: '4 captures to review' }).waitFor();
    await page.getByRole('button', { name: 'Approve all 3 …' }).click();
    await page.getByRole('button', { name: 'Make these 3 captures the baselines' }).click();
    await page.getByRole('heading', { name: '1 capture to review' }).waitFor();
    expect(await capture('/cart')).toBe('ok');
    const users: { items: { rejected: { note: string } | null }[] } = JSON.parse(
      await (await fetch(`${address}/drivers/captures?url=${encodeURIComponent(`${origin}/users`)}`)).text(),
    );
    expect(users.items.map(({ rejected }) => rejected?.note ?? '')).toEqual([
      '',
      '<b>wrong price</b>',
      '<b>wrong price</b>',
      '',
    ]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
