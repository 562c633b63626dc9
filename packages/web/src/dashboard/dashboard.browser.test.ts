import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NO_BROWSER, startBrowser } from '../map/testing/browser.ts';

/** Folder for screenshots, if set. */
const SHOTS = process.env.ANALYZER_DASHBOARD_SCREENSHOTS;
const program = join(import.meta.dirname, '../../../dashboard/bin/dashboard.js');

const DIFF = {
  status: 'issue',
  added: ['DIV/.error-container'],
  issues: ['error_container_detected:.error-container'],
};
const seconds = (): number => Math.floor(Date.now() / 1000);
const STORY = [
  { type: 'PASS', service: 'orders-api', stage: 'quick', status: 'ok' },
  ...Array.from({ length: 3 }, () => ({
    type: 'REGRESSION',
    service: 'users-web',
    endpoint: '/api/users',
    status: 'fail',
    stage: 'quick',
    reason: 'running 3 scenarios\nError: GET /api/users → 500\nexpected 200',
  })),
  { type: 'HEALTH_TRANSITION', service: 'users-web', from: 'up', to: 'down' },
  { type: 'VISUAL_DIFF', service: 'users-web', url: 'http://localhost:8100/users', diff: DIFF },
  {
    type: 'ANOMALY',
    service: 'users-web',
    url: 'http://localhost:8100/users',
    status: 'fail',
    stage: 'visual',
    reason: 'error_container_detected:.error-container',
    diff: DIFF,
  },
  {
    type: 'REGRESSION',
    service: 'billing',
    endpoint: '/invoices',
    stage: 'quick',
    reason: 'AssertionError: total 10.00 != 12.00',
  },
  { type: 'PASS', service: 'billing', stage: 'quick', status: 'ok' },
  { type: 'HEALTH_TRANSITION', service: 'search', from: 'unknown', to: 'up' },
];

/** From the OWASP cheat sheet for filter evasion, and contexts in which this page inserts texts. */
const HOSTILE = [
  '<script>document.title="broken"</script>',
  '"><img src=x onerror=document.title="broken">',
  "'-alert(1)-'",
  'javascript:document.title="broken"',
  'jav&#x09;ascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '</script><svg onload=document.title="broken">',
  '</title><style>*{display:none}</style>',
  '<iframe srcdoc="<script>parent.document.title=1</script>">',
  '<base href="//evil.example/"><meta http-equiv=refresh content="0;url=//evil.example">',
  '<!--<form action=//evil.example><input name=token>',
  '" onfocus=document.title="broken" autofocus x="',
  '`$' + '{document.title="broken"}`',
  '\u202egnp.exe',
  '\u0000\u0008\u001b[31m',
  '&lt;b&gt;',
  '{{constructor.constructor("x")()}}',
  '__proto__',
];
/** Elements of the page; none of them runs, loads or sends anything by itself except those that the test names. */
const HARMLESS =
  /^(A|ARTICLE|BUTTON|CODE|DD|DETAILS|DIV|DL|DT|FIELDSET|FIGCAPTION|FIGURE|FOOTER|FORM|G|H1|H2|H3|HEADER|INPUT|KBD|LABEL|LEGEND|LI|MAIN|NAV|OL|OPTION|P|PATH|PRE|Q|RECT|SECTION|SELECT|SPAN|STRONG|SUMMARY|SVG|TABLE|TBODY|TD|TH|THEAD|TIME|TITLE|TR|UL)$/;

describe.skipIf(NO_BROWSER !== undefined)('the page in a real browser', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-page-'));
  let server: ChildProcess;
  let address: string;
  let browser: Browser;
  let complaints: string[];

  const post = async (event: object): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ timestamp: seconds(), ...event });
    expect((await fetch(`${address}/events`, { method: 'POST', headers, body })).status).toBe(201);
  };
  const open = async (path: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    page.setDefaultTimeout(10_000);
    page.on('console', (message) => complaints.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(address) && !request.url().startsWith('data:')) complaints.push(request.url());
    });
    await page.goto(`${address}${path}`);
    await page.getByRole('main').waitFor();
    return page;
  };
  const keep = async (page: Page, name: string): Promise<void> => {
    if (SHOTS === undefined) return;
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: join(SHOTS, `${name}.png`) });
  };

  beforeAll(async () => {
    server = spawn(process.execPath, [program, '--port', '0', '--link', 'runbook=https://wiki.example/{service}'], {
      cwd: folder,
    });
    address = await new Promise((resolve) => server.stdout?.once('data', (data) => resolve(String(data).trim())));
    browser = await startBrowser();
  }, 120_000);

  beforeEach(async () => {
    complaints = [];
    await fetch(`${address}/events`, { method: 'DELETE' });
    for (const event of STORY) await post(event);
  });

  // A page that a failed test leaves open must not complain in the next one.
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });

  afterAll(async () => {
    await browser?.close();
    await new Promise((resolve) => {
      server.once('exit', resolve);
      server.kill('SIGTERM');
    });
    rmSync(folder, { recursive: true });
  });

  it('shows failing services without JavaScript, and filters by links', async () => {
    const page = await open('/', { javaScriptEnabled: false });
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('1 failing');
    const services = await page.getByRole('table').getByRole('rowheader').locator('a:first-child').allTextContents();
    expect(services).toEqual(['users-web', 'billing', 'orders-api', 'search']);
    await page.getByRole('link', { name: '2 pass', exact: true }).click();
    expect(new URL(page.url()).search).toBe('?type=PASS');
    expect(await page.locator('.event').count()).toBe(2);
    await page.getByRole('searchbox').fill('billing');
    await page.getByRole('searchbox').press('Enter');
    await page.getByText('1 event', { exact: true }).waitFor();
    await page.getByRole('link', { name: '“billing” remove' }).click();
    expect(await page.locator('.event').count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  it('shows new events and incidents at once, and the changes since the last visit', async () => {
    const page = await open('/');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Mark all as seen' }).click();
    await page.getByText('No changes.').waitFor();
    await keep(page, 'dashboard');
    const findings = page.locator('.timeline > .open .findings > li');
    // Three equal regressions are one entry, and the visual diff and its anomaly are one finding.
    expect(await findings.count()).toBe(3);
    await page.getByText('× 3').waitFor();
    await post({ type: 'REGRESSION', service: 'orders-api', reason: 'Error: out of stock', timestamp: seconds() + 1 });
    await page.getByRole('heading', { name: '2 failing' }).waitFor();
    await page.getByText('Failing since then: orders-api').waitFor();
    // The new event is marked, also after a reload, until the user marks all as seen.
    await page.reload();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.locator('.event.fresh .what').allTextContents()).toEqual(['Error: out of stock']);
    await page.getByRole('button', { name: 'Mark all as seen' }).click();
    await page.locator('.event.fresh').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('opens a link to one event, complete and as it was sent', async () => {
    const page = await open('/');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.locator('.event').filter({ hasText: 'GET /api/users' }).first().locator('.line').click();
    await page.locator('pre.whole').waitFor();
    const link = page.url();
    expect(link).toMatch(/open=\d+/);
    const again = await open(link.slice(address.length));
    await again.locator('pre.whole').waitFor();
    expect(await again.locator('pre.whole').textContent()).toBe(
      'running 3 scenarios\nError: GET /api/users → 500\nexpected 200',
    );
    await keep(again, 'dashboard-event');
    await page.goBack();
    await page.locator('pre.whole').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
  });

  it('supports the keyboard', async () => {
    const page = await open('/');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.keyboard.press('1');
    await page.getByText('4 events', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.locator('.event.open pre.whole').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('invoices');
    await page.getByText('1 event', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toContain('q=invoices');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByText('10 events', { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('searchbox').inputValue(), { timeout: 5000 }).toBe('');
  });

  it('acknowledges a service, and withdraws the acknowledgement', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Acknowledge users-web' }).click();
    await page.getByLabel('Owner').fill('night shift');
    await page.getByLabel('Duration').selectOption('8');
    await page.getByLabel('Note').fill('<b>rolled back</b>');
    await keep(page, 'dashboard-acknowledge');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('acknowledged by night shift, 7 h left').waitFor();
    await page.getByText('<b>rolled back</b>').waitFor();
    await page.getByRole('button', { name: 'Withdraw users-web' }).click();
    await page.getByRole('button', { name: 'Acknowledge users-web' }).waitFor();
    await page.getByText('Audit log').click();
    await page.getByText('withdraw, users-web, by 127.0.0.1').first().waitFor();
    await page.getByText('clear, ').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('mutes a service until a given time', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Acknowledge users-web' }).click();
    await page.getByLabel('Owner').fill('nobody');
    await page.getByLabel('no notifications either').check();
    await page.getByLabel('Duration').selectOption('until');
    const until = async (hours: number): Promise<void> => {
      const local = new Date(Date.now() + hours * 3_600_000);
      local.setMinutes(local.getMinutes() - local.getTimezoneOffset());
      await page.getByLabel('Until', { exact: true }).fill(local.toISOString().slice(0, 16));
      await page.getByRole('button', { name: 'Save' }).click();
    };
    await until(24 * 40);
    await page.getByText('The time must be within the next 30 days.').waitFor();
    await until(50);
    await page.getByText('muted by nobody, 2 d left').waitFor();
    expect(complaints).toEqual([]);
  });

  it('notifies of failures and recoveries, but not of muted services', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    // Headless browsers show no notifications: record them.
    await page.addInitScript(`
      window.notified = [];
      window.Notification = class {
        static permission = 'granted';
        static requestPermission = async () => 'granted';
        constructor(title, { body }) { window.notified.push(title + ' | ' + body); }
      };`);
    await page.goto(address);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Notify me' }).click();
    await page.getByRole('button', { name: 'Notifications on' }).waitFor();
    // Events of the previous test may still arrive while this page opens.
    const notified = (): Promise<string[]> =>
      page.evaluate(`window.notified.filter((it) => /^(orders|stock)-api/.test(it))`);
    await post({ type: 'REGRESSION', service: 'orders-api', reason: 'Error: out of stock' });
    await expect.poll(notified).toEqual(['orders-api is failing | Error: out of stock']);
    await post({ type: 'PASS', service: 'orders-api' });
    await expect.poll(async () => (await notified()).at(-1)).toMatch(/^orders-api recovered \| after \d+ s, by PASS$/);
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ service: 'orders-api', kind: 'muted', owner: 'me', hours: 1 });
    await fetch(`${address}/dashboard/acknowledgements`, { method: 'POST', headers, body });
    await post({ type: 'REGRESSION', service: 'orders-api', reason: 'Error: still' });
    await post({ type: 'REGRESSION', service: 'stock-api', reason: 'Error: other' });
    await expect.poll(notified).toHaveLength(3);
    expect((await notified())[2]).toBe('stock-api is failing | Error: other');
  });

  /** Posts events of the service `many` with the endpoints `/NAME0`, `/NAME1` and so on. */
  const postMany = async (count: number, name: string): Promise<void> => {
    const body = Array.from({ length: count }, (_, i) =>
      JSON.stringify({ type: 'PASS', service: 'many', endpoint: `/${name}${i}`, timestamp: seconds() }),
    ).join('\n');
    const headers = { 'Content-Type': 'application/x-ndjson' };
    expect((await fetch(`${address}/events/batch`, { method: 'POST', headers, body })).status).toBe(207);
  };
  /** Scrolls down to the oldest of them, which is not loaded at first. */
  const scrollToOldest = (page: Page): Promise<void> =>
    expect
      .poll(async () => {
        await page.evaluate('scrollTo(0, document.body.scrollHeight)');
        return page.getByText('/a0', { exact: true }).count();
      })
      .toBe(1);

  it('scrolls through thousands of events with few rows, and retains the scroll position', async () => {
    await postMany(900, 'a');
    const plain = await open('/?service=many', { javaScriptEnabled: false });
    await plain.getByText('900 events, newest 200 shown').waitFor();
    await plain.getByRole('link', { name: 'Older' }).click();
    expect(new URL(plain.url()).search).toMatch(/^\?service=many&until=\d+$/);
    await plain.close();
    for (const width of [1280, 360]) {
      const page = await open('/?service=many', { viewport: { width, height: 740 } });
      await page.getByText(/^\d+ events$/).waitFor();
      expect(await page.locator('.event').count()).toBeLessThan(60);
      await scrollToOldest(page);
      expect(await page.locator('.event').count()).toBeLessThan(60);
      await page.locator('.event .line').filter({ hasText: /\/a5$/ }).click();
      const row = page.locator('.event.open');
      await row.getByText('JSON as sent').waitFor();
      const top = async (): Promise<number> => (await row.boundingBox())?.y ?? Number.NaN;
      const before = await top();
      await postMany(20, `b${width}x`);
      await page.getByText(width === 1280 ? '920 events' : '940 events', { exact: true }).waitFor();
      expect(Math.abs((await top()) - before)).toBeLessThan(2);
      expect(complaints).toEqual([]);
      await page.close();
    }
  });

  it('ignores a late response to an earlier request for fewer events', async () => {
    await postMany(900, 'a');
    const page = await open('/?service=many');
    await page.getByText('900 events', { exact: true }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    const few = /dashboard\/events\?.*limit=200/;
    const held: Route[] = [];
    await page.route(few, (route) => void held.push(route));
    await postMany(1, 'b');
    await expect.poll(() => held.length).toBe(1);
    await scrollToOldest(page);
    const answered = page.waitForResponse(few);
    await Promise.all(held.map((route) => route.continue()));
    await (await answered).finished();
    await page.locator('.event .line').filter({ hasText: /\/a5$/ }).click();
    await page.locator('.event.open').getByText('JSON as sent').waitFor();
    expect(complaints).toEqual([]);
  });

  it('puts the open incident into the URL, and shows its events', async () => {
    await post({ type: 'HEALTH_TRANSITION', service: 'users-web', from: 'down', to: 'up' });
    await post({ type: 'PASS', service: 'users-web', stage: 'quick' });
    await post({
      type: 'VISUAL_DIFF',
      service: 'users-web',
      url: 'http://localhost:8100/users',
      diff: { status: 'ok' },
    });
    const page = await open('/');
    await page.getByText('users-web was down').click();
    await expect.poll(() => new URL(page.url()).search).toMatch(/^\?incident=\d+$/);
    const again = await open(page.url().slice(address.length));
    const incident = again.locator('.timeline > li', { hasText: 'users-web was down' });
    await incident.getByText('/api/users · Error: GET /api/users → 500').waitFor();
    await incident.getByText('and anomaly').waitFor();
    await incident.getByRole('link', { name: 'Its events' }).click();
    await again.getByText('9 events', { exact: true }).waitFor();
    await again.getByRole('link', { name: /UTC remove/ }).click();
    await again.getByText('9 events', { exact: true }).waitFor();
    await again.getByRole('link', { name: /^users-web remove/ }).click();
    await again.getByText('13 events', { exact: true }).waitFor();
  });

  it('labels a changing service as flaky, but not one that always fails, and reports a wrong clock', async () => {
    for (let i = 0; i < 3; i++) {
      await post({ type: 'PASS', service: 'shaky' });
      await post({ type: 'REGRESSION', service: 'shaky', reason: 'TimeoutError' });
      await post({ type: 'REGRESSION', service: 'steady', reason: 'Error: again' });
    }
    await post({ type: 'PASS', service: 'late', timestamp: seconds() - 7_300 });
    const page = await open('/');
    const row = (service: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name: service }) });
    await row('shaky').getByText('flaky: 5 changes in 24 h').waitFor();
    await row('late').getByText("agent's clock 2 h behind").waitFor();
    expect(await row('steady').getByText('flaky').count()).toBe(0);
    expect(await row('steady').getByRole('link', { name: 'runbook' }).getAttribute('href')).toBe(
      'https://wiki.example/steady',
    );
  });

  it('copies an event as a command that posts it again', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    await page.goto(`${address}/?service=billing&type=REGRESSION`);
    await page.locator('.event .line').click();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const command = String(await page.evaluate('navigator.clipboard.readText()'));
    expect(command).toMatch(/^curl -X POST 'http:.*AssertionError/s);
    const { status } = spawnSync('sh', ['-c', `${command} --fail --silent --output /dev/null`]);
    if (status !== 127) {
      expect(status).toBe(0);
      await page.getByText('2 events', { exact: true }).waitFor();
    }
  });

  it('shows refusals by sender', async () => {
    const headers = { 'Content-Type': 'application/json' };
    await fetch(`${address}/events`, { method: 'POST', headers, body: '{"type":"NO"}' });
    await fetch(`${address}/events`, { method: 'POST', headers, body: `"${'x'.repeat(1_100_000)}"` });
    await post({ type: 'REGRESSION', service: 'users-web', reason: 'y'.repeat(70_000) });
    const page = await open('/');
    await page.getByText('1 over-long string cut to 64 KiB.').waitFor();
    await page.getByText(/requests? refused since the start: .*1 × 422, 1 × 413/).click();
    for (const [status, why] of [
      ['422', 'not an event'],
      ['413', 'too large'],
    ] as const) {
      const row = page.getByRole('row').filter({ hasText: why });
      expect(await row.getByRole('cell').allTextContents()).toEqual(['127.0.0.1', status, '1', why]);
    }
  });

  it('reports a lost connection, and reconnects', async () => {
    const data = join(folder, 'short-lived');
    const begin = async (port: string): Promise<{ child: ChildProcess; url: string }> => {
      const child = spawn(process.execPath, [program, '--port', port, '--data-dir', data]);
      const url = await new Promise<string>((resolve) =>
        child.stdout.once('data', (data) => resolve(String(data).trim())),
      );
      return { child, url };
    };
    const stop = (child: ChildProcess): Promise<unknown> =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGTERM');
      });
    const first = await begin('0');
    const page = await browser.newPage();
    await page.goto(first.url);
    await page.getByText('Live', { exact: true }).waitFor();
    await stop(first.child);
    await page.getByText('Connection lost, reconnecting').waitFor();
    const second = await begin(new URL(first.url).port);
    await page.getByText('Live', { exact: true }).waitFor({ timeout: 15_000 });
    await fetch(`${second.url}/events`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"type":"REGRESSION","service":"late"}',
    });
    await page.getByRole('heading', { name: '1 failing' }).waitFor();
    await page.close();
    await stop(second.child);
  });

  const limit = spawnSync('prlimit', ['--version']).status === 0 ? undefined : 'prlimit is not installed';

  it.skipIf(limit !== undefined)('reports that the disk is not writable, and its recovery', async () => {
    const child = spawn(process.execPath, [program, '--port', '0', '--data-dir', join(folder, 'full')]);
    const url = await new Promise<string>((resolve) =>
      child.stdout.once('data', (data) => resolve(String(data).trim())),
    );
    const send = (): Promise<Response> =>
      fetch(`${url}/events`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ type: 'PASS', service: 's', filler: 'x'.repeat(400) }),
      });
    const limitTo = (size: string) => spawnSync('prlimit', [`--pid=${child.pid}`, `--fsize=${size}`]).status;
    await send();
    expect(limitTo('600:unlimited')).toBe(0);
    for (let i = 0; i < 3; i++) await send();
    const page = await browser.newPage();
    await page.goto(url);
    await page.getByText(/^The disk is not writable \(.*\): \d events? in memory only\.$/).waitFor();
    expect(limitTo('unlimited')).toBe(0);
    await page.getByText(/^The disk is not writable/).waitFor({ state: 'detached', timeout: 25_000 });
    await page.getByText('4 events', { exact: true }).waitFor();
    await page.close();
    await new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGTERM');
    });
  });

  it('asks for a token if needed, and hides it from scripts', async () => {
    const guarded = spawn(process.execPath, [program, '--port', '0', '--data-dir', join(folder, 'guarded')], {
      env: { ...process.env, DASHBOARD_TOKEN: 'sesame'.repeat(6) },
    });
    try {
      const url = await new Promise<string>((resolve) =>
        guarded.stdout.once('data', (data) => resolve(String(data).trim())),
      );
      const page = await browser.newPage();
      await page.goto(url);
      await page.getByLabel('Token').fill('wrong');
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByText('This token is not valid.').waitFor();
      await page.getByLabel('Token').fill('sesame'.repeat(6));
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByRole('heading', { name: 'No events yet' }).waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
      expect(await page.evaluate('document.cookie')).toBe('');
      await page.close();
    } finally {
      guarded.kill('SIGTERM');
    }
  });

  it('fits into 360 pixels, and has a dark theme', async () => {
    const page = await open('/', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe('rgb(21, 23, 26)');
    await keep(page, 'dashboard-small');
  });

  const expectHarmless = async (page: Page): Promise<void> => {
    expect(await page.title()).toMatch(/^(\d+ (failing|quiet)|Nothing is failing) – Dashboard$/);
    const tags: string[] = await page.evaluate(
      'Array.from(document.querySelectorAll("#page *"), (element) => element.tagName.toUpperCase())',
    );
    expect(tags.filter((tag) => !HARMLESS.test(tag))).toEqual([]);
    const attributes: string[] = await page.evaluate(
      'Array.from(document.querySelectorAll("#page *"), (element) => element.getAttributeNames()).flat()',
    );
    expect(attributes.filter((name) => /^(on|srcdoc|formaction|autofocus)/.test(name))).toEqual([]);
    const urls: string[] = await page.evaluate(
      'Array.from(document.querySelectorAll("#page [href], #page [src], #page [action]"), (element) => element.href?.baseVal ?? element.href ?? element.action)',
    );
    for (const url of urls) expect(url.startsWith(address) || url.startsWith('https://wiki.example/'), url).toBe(true);
    const shown: string[] = await page.evaluate(
      `[document.getElementById('page').textContent, ...Array.from(document.querySelectorAll('#page *'), (element) =>
        ['title', 'aria-label', 'alt', 'placeholder'].map((name) => element.getAttribute(name) ?? '')).flat()]`,
    );
    expect(shown.filter((text) => /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text))).toEqual([]);
  };

  it('shows every field of an event as text', async () => {
    for (const text of HOSTILE) {
      const fields = { service: text, file: text, endpoint: text, url: text, status: text, stage: text, reason: text };
      await post({ type: 'REGRESSION', ...fields, from: text, to: text, capture: text, [text]: text });
      await post({ type: 'VISUAL_DIFF', ...fields, diff: { status: text, [text]: [text] } });
      await post({ type: 'HEALTH_TRANSITION', service: text, from: text, to: 'down' });
      await fetch(`${address}/dashboard/acknowledgements`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ service: text, owner: text, note: text, hours: 1 }),
      });
    }
    for (const javaScriptEnabled of [true, false]) {
      const page = await open('/', { javaScriptEnabled, viewport: { width: 1280, height: 7_000 } });
      if (javaScriptEnabled) await page.getByText('Live', { exact: true }).waitFor();
      const rows = page.locator('.event .service');
      await rows.first().waitFor();
      const services = await rows.allTextContents();
      // HTML parsers drop NUL.
      for (const text of HOSTILE) {
        const shown = text.replaceAll('\u202e', '\\u202e');
        expect(services).toContain(javaScriptEnabled ? shown : shown.replaceAll('\0', ''));
      }
      await expectHarmless(page);
      for (let i = 0; i < 6; i++) {
        await page
          .locator('.event > .line')
          .nth(i * 9 + (i % 3))
          .click();
        await page.locator('.event.open .details').waitFor();
        await expectHarmless(page);
      }
      await page.close();
    }
    expect(complaints).toEqual([]);
  });

  it('shows parts of the URL as text', async () => {
    for (const javaScriptEnabled of [true, false]) {
      for (let i = 0; i < HOSTILE.length; i += 6) {
        const [q = '', service = '', type = '', incident = '', capture = '', look = ''] = HOSTILE.slice(i);
        const query = new URLSearchParams({ q, service, type, incident, capture, look });
        const page = await open(`/?${query}`, { javaScriptEnabled });
        if (javaScriptEnabled) await page.getByText('No event matches.').waitFor();
        await expectHarmless(page);
        await page.close();
      }
    }
    expect(complaints).toEqual([]);
  });
});
