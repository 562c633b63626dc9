import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_BROWSER, startBrowser } from '../../map/testing/browser.ts';

/** Folder for screenshots, if set. */
const SHOTS = process.env.ANALYZER_DASHBOARD_SCREENSHOTS;
const program = join(import.meta.dirname, '../../../../dashboard/bin/dashboard.js');

describe.skipIf(NO_BROWSER !== undefined)('/docs in a real browser', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-docs-'));
  const token = '0123456789abcdef0123456789abcdef';
  let server: ChildProcess;
  let address: string;
  let browser: Browser;

  beforeAll(async () => {
    const env = { ...process.env, DASHBOARD_TOKEN: token };
    server = spawn(process.execPath, [program, '--port', '0'], { cwd: folder, env });
    address = await new Promise((resolve) => server.stdout?.once('data', (data) => resolve(String(data).trim())));
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await new Promise((resolve) => {
      server.once('exit', resolve);
      server.kill('SIGTERM');
    });
    rmSync(folder, { recursive: true });
  });

  it('posts an event, sends requests only to this server, and has the content security policy of all pages', async () => {
    const complaints: string[] = [];
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
    page.setDefaultTimeout(10_000);
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(address) && !request.url().startsWith('data:')) complaints.push(request.url());
    });
    const response = await page.goto(`${address}/docs`);
    const policy = response?.headers()['content-security-policy'];
    expect(policy).toBe((await fetch(`${address}/`)).headers.get('content-security-policy'));
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    await page.getByText(`curl -X POST '${address}/events'`).waitFor();

    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByRole('textbox').fill(token);
    await page.getByRole('button', { name: 'Apply credentials' }).click();
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.locator('#operations-Events-postEvents .opblock-summary-control').click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table').getByText('"accepted": true').waitFor();
    if (SHOTS !== undefined) {
      mkdirSync(SHOTS, { recursive: true });
      await page.screenshot({ path: join(SHOTS, 'docs-executed.png') });
      await page.evaluate('scrollTo(0, 0)');
      await page.screenshot({ path: join(SHOTS, 'docs.png') });
    }
    const headers = { Authorization: `Bearer ${token}` };
    expect(await (await fetch(`${address}/events`, { headers })).json()).toMatchObject({
      items: [{ type: 'REGRESSION', service: 'shop', reason: 'expected 200, got 500' }],
    });
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows bidirectional characters of a response as escapes', async () => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ type: 'PASS', service: 'gnp\u202eexe' });
    expect((await fetch(`${address}/events`, { method: 'POST', headers, body })).status).toBe(201);
    const page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(`${address}/docs`);
    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.getByRole('textbox').fill(token);
    await page.getByRole('button', { name: 'Apply credentials' }).click();
    await page.getByRole('button', { name: 'Close' }).first().click();
    await page.locator('#operations-Events-getEvents .opblock-summary-control').click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    const response = page.locator('.live-responses-table');
    await response.getByText('gnp\\u202eexe').waitFor();
    expect(await response.textContent()).not.toContain('\u202e');
    await page.close();
  });

  it('lists all requests without JavaScript', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${address}/docs`);
    expect(await page.getByRole('rowheader').count()).toBeGreaterThan(40);
    await page.close();
  });
});
