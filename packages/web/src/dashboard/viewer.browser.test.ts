import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserFiles, NO_BROWSER, startBrowser } from '../map/testing/browser.ts';

/** Folder for screenshots, if set. */
const SHOTS = process.env.ANALYZER_DASHBOARD_SCREENSHOTS;
const program = join(import.meta.dirname, '../../../dashboard/bin/dashboard.js');

/** The older and the newer version of a page; version 3 is an error page. */
const users = (version: number): string => {
  const rows = Array.from({ length: version === 1 ? 12 : 14 }, (_, i) => {
    const state = version === 2 && i === 3 ? '<b class="new">suspended</b>' : 'active';
    return `<tr><td>user ${i}</td><td>${state}</td><td>${i * 37}</td></tr>`;
  });
  return `<!doctype html><title>Users &lt;b&gt;</title>
<style>body { font: 16px sans-serif; margin: 24px } header { background: #234; color: #fff; padding: 12px }
table { border-collapse: collapse; margin-top: 20px } td { border: 1px solid #ccc; padding: 6px 14px }
.new { background: #fec } footer { margin-top: 30px; color: #888 }</style>
<header><nav id="top"><b>Users</b></nav></header><h1>Users</h1><table id="list">${rows.join('')}</table>
${version === 2 ? '<aside class="new"><p>Maintenance tonight</p></aside>' : ''}
${version === 3 ? '<div class="error-container">Something went wrong</div>' : ''}
<footer>Version ${version}</footer>`;
};

describe.skipIf(NO_BROWSER !== undefined)('the comparison of two captures', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-viewer-'));
  const complaints: string[] = [];
  const captured: string[] = [];
  let version = 1;
  let site: Server;
  let child: ChildProcess;
  let address: string;
  let browser: Browser;

  const open = async (path: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 1100 }, ...options });
    page.setDefaultTimeout(10_000);
    page.on('console', (message) => complaints.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    await page.goto(`${address}${path}`);
    await page.getByRole('main').waitFor();
    return page;
  };

  beforeAll(async () => {
    site = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(users(version)));
    const origin = await new Promise<string>((resolve) => {
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
    for (const next of [1, 2, 3]) {
      version = next;
      const answer = await fetch(`${address}/drivers/dom-diff/capture`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ url: `${origin}/users`, service: 'users-web' }),
      });
      const { results }: { results: { capture: string }[] } = JSON.parse(await answer.text());
      captured.push(results[0]?.capture ?? '');
    }
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

  it('is linked from the service and from the event, and has a URL', async () => {
    const page = await open('/');
    await page.getByRole('link', { name: 'compare' }).click();
    await page.getByRole('img', { name: 'Before: Users <b>' }).waitFor();
    expect(new URL(page.url()).searchParams.get('capture')).toBe(captured[2]);
    await page.getByRole('link', { name: 'Close' }).click();
    await page.locator('.viewer').waitFor({ state: 'detached' });
    await page.locator('.event').nth(1).locator('.line').click();
    await page.getByRole('link', { name: 'Compare captures' }).click();
    await page.getByText('4 inserted, 2 text').waitFor();
    expect(new URL(page.url()).searchParams.get('capture')).toBe(captured[1]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows pictures side by side, with a slider, or only their changes', async () => {
    const page = await open(`/?capture=${captured[1]}`);
    await page.getByText('4 inserted, 2 text').waitFor();
    const loaded = 'Array.from(document.images).every((image) => image.complete && image.naturalWidth > 0)';
    await expect.poll(() => page.evaluate(loaded)).toBe(true);
    if (SHOTS !== undefined) {
      mkdirSync(SHOTS, { recursive: true });
      await page.getByText('Both documents, side by side').click();
      await page.locator('.tree').waitFor();
      await page.locator('.viewer').screenshot({ path: join(SHOTS, 'dashboard-diff.png') });
    }
    await page.getByRole('link', { name: 'Slider' }).click();
    const slider = page.getByRole('slider');
    await slider.fill('20');
    const clip = await page.evaluate("getComputedStyle(document.querySelector('.over')).clipPath");
    expect(clip).toBe('inset(0px 80% 0px 0px)');
    await page.getByRole('link', { name: 'Changed only' }).click();
    await page.getByText(/^\d+ pixels differ, \d+\.\d %/).waitFor();
    expect(new URL(page.url()).searchParams.get('look')).toBe('changed');
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows both documents line by line', async () => {
    const page = await open(`/?capture=${captured[1]}`);
    await page.getByText('Both documents, side by side').click();
    const row = (text: string) => page.locator('.tree tr').filter({ hasText: text });
    expect(await row('b.new suspended').getAttribute('class')).toBe('inserted');
    expect(await row('Version 2').locator('td').allTextContents()).toEqual([
      expect.stringContaining('footer Version 1'),
      expect.stringContaining('footer Version 2'),
    ]);
    expect(await row('user 0').count()).toBe(0);
    await page
      .getByRole('button', { name: /equal lines/ })
      .first()
      .click();
    await row('user 0').waitFor();
    await page.close();
  });

  it('works for any two captures of the page', async () => {
    const page = await open(`/?capture=${captured[1]}`);
    await page.getByLabel('Before').selectOption(captured[2] ?? '');
    await page.getByText('4 inserted, 2 text').waitFor({ state: 'detached' });
    const change = page.locator('.changes-list li').filter({ hasText: 'FOOTER' });
    expect(await change.locator('del').textContent()).toBe('Version 3');
    expect(await change.locator('ins').textContent()).toBe('Version 2');
    expect(new URL(page.url()).searchParams.get('against')).toBe(captured[2]);
    await page.goBack();
    await page.getByText('4 inserted, 2 text').waitFor();
    await page.close();
  });

  it('ignores a late comparison with a capture that was chosen earlier', async () => {
    const page = await open(`/?capture=${captured[1]}`);
    await page.getByText('4 inserted, 2 text').waitFor();
    const late = `**/diff?against=${captured[2]}`;
    const held: Route[] = [];
    await page.route(late, (route) => void held.push(route));
    await page.getByLabel('Before').selectOption(captured[2] ?? '');
    await expect.poll(() => held.length).toBe(1);
    const chosen = page.waitForResponse(`**/diff?against=${captured[0]}`);
    await page.getByLabel('Before').selectOption(captured[0] ?? '');
    await (await chosen).finished();
    const answered = page.waitForResponse(late);
    await held[0]?.continue();
    await (await answered).finished();
    await page.evaluate('new Promise((then) => setTimeout(then, 200))');
    expect(await page.getByLabel('Before').inputValue()).toBe(captured[0]);
    await page.close();
  });

  it('approves a capture, but not an error page', async () => {
    const page = await open(`/?capture=${captured[2]}`);
    await page.getByText('error_container_detected:.error-container').first().waitFor();
    await page.getByText(/^The page shows an error .* an error page cannot be a baseline\.$/).waitFor();
    expect(await page.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
    await page.getByLabel('After').selectOption(captured[1] ?? '');
    await page.getByLabel('Note').fill('<i>new users</i>');
    await page.getByRole('button', { name: /^Approve/ }).click();
    await page.getByText('This capture is the baseline.').waitFor();
    await page.getByText('Approvals').click();
    await page.getByText(': <i>new users</i>').waitFor();
    await page.getByText('the first capture').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('works without JavaScript', async () => {
    const page = await open(`/?capture=${captured[1]}&against=${captured[0]}`, { javaScriptEnabled: false });
    await page.getByRole('img', { name: 'Before: Users <b>' }).waitFor();
    await page.getByText('4 inserted, 2 text').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('fits into 360 pixels', async () => {
    const page = await open(`/?capture=${captured[1]}`, { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    await page.getByText('4 inserted, 2 text').waitFor();
    await page.getByText('Both documents, side by side').click();
    await page.locator('.tree').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    await page.close();
  });
});
