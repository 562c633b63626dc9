import type { Browser, CDPSession, Page, Response } from 'playwright-core';
import { CaptureFiles } from '../../captures/capture-files.ts';
import { domDiff, issuesOf } from '../../captures/dom-diff.ts';
import { directConnect } from '../../egress/connect.ts';
import { Origins } from '../../egress/origins.ts';
import { GuardingProxy, UNREACHED } from '../../egress/proxy.ts';
import { Refused } from '../../egress/refusal.ts';
import { dnsResolve, hostsResolve } from '../../egress/resolve.ts';
import { Targets } from '../../egress/targets.ts';
import { PIXELS, pictureOf } from '../image.ts';
import { type CaptureJob, type CaptureResult, type ImageFile, JobFailed } from '../jobs.ts';
import { launch } from './launch.ts';
import { pixelDiff } from './pixels.ts';
import { treeOf } from './snapshot.ts';

const VIEWPORT = { width: 1280, height: 800 };
const NAVIGATION_MS = 12_000;
const LOAD_MS = 6_000;
/** Time for a loaded page to become idle, in milliseconds. */
const QUIET_MS = 2_000;
const READY_MS = 8_000;
const PICTURE_MS = 8_000;
const HIGHEST = 10_000;
const PAGE_BYTES = 64 * 1024 * 1024;
const PICTURE_BYTES = 16 * 1024 * 1024;
const BLOCKED_LIMIT = 20;

/**
 * Captures tree and picture of one page with a new browser, and compares the tree with its baseline.
 *
 * @throws Refused if our rules forbid the page; JobFailed
 */
export async function capture(job: CaptureJob): Promise<CaptureResult> {
  const targets = new Targets(new Origins(job.origins), dnsResolve(), hostsResolve());
  // Checked before the browser starts; the proxy checks every request again.
  await targets.find(job.url);
  const blocked = new Map<string, Refused>();
  const unreached = new Map<string, string>();
  const proxy = new GuardingProxy({
    targets,
    connect: directConnect,
    bytes: PAGE_BYTES,
    onUnreached: (where, message) => {
      if (unreached.size < BLOCKED_LIMIT) unreached.set(originOf(where), message);
    },
    onRefusal: (where, reason, message) => {
      if (blocked.size < BLOCKED_LIMIT) blocked.set(originOf(where), new Refused(reason, message));
    },
  });
  const server = await proxy.listen();
  let browser: Browser | undefined;
  try {
    browser = await launch(job.browser, { server, username: proxy.username, password: proxy.password });
    const page = await openPage(browser);
    const response = await visit(page, job.url, blocked);
    // The proxy answers instead of a server that it cannot reach.
    const problem = unreached.get(originOf(page.url()));
    if (problem !== undefined && response?.status() === UNREACHED)
      throw new JobFailed('unreachable', `The page cannot be captured: ${problem}`);
    await waitFor(page, job);
    return await keep(job, page, response, [...blocked.keys()]);
  } finally {
    await browser?.close();
    proxy.close();
  }
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: VIEWPORT,
    serviceWorkers: 'block',
    acceptDownloads: false,
    ignoreHTTPSErrors: false,
    permissions: [],
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.on('dialog', (dialog) => dialog.dismiss().catch(() => undefined));
  return page;
}

async function visit(page: Page, url: string, blocked: ReadonlyMap<string, Refused>): Promise<Response | null> {
  let response: Response | null;
  try {
    response = await page.goto(url, { waitUntil: 'domcontentloaded', timeout: NAVIGATION_MS });
  } catch (error) {
    // If our rules blocked the page, its state is unknown.
    const kind = blocked.size > 0 ? 'failed' : 'unreachable';
    throw new JobFailed(kind, `The page cannot be captured: ${reasonOf(error)}`);
  }
  // A resource that never loads does not prevent the capture.
  await page.waitForLoadState('load', { timeout: LOAD_MS }).catch(() => undefined);
  await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => undefined);
  const refusal = blocked.get(originOf(page.url()));
  // A redirect or script led to a refused URL, and the proxy answered instead of the page.
  if (refusal !== undefined) throw refusal;
  if (!/^https?:/.test(page.url())) throw new JobFailed('failed', 'The page redirects to a URL that is not http(s)');
  return response;
}

/** @throws JobFailed if the element does not appear */
async function waitFor(page: Page, { ready, delayMs }: CaptureJob): Promise<void> {
  if (ready !== '') {
    await page.waitForSelector(ready, { state: 'visible', timeout: READY_MS }).catch((error: unknown) => {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      throw isLate
        ? new JobFailed('unreachable', `The page is not ready: "${ready}" is not visible after ${READY_MS / 1000} s`)
        : new JobFailed('failed', `"${ready}" is not a selector of an element`);
    });
  }
  if (delayMs > 0) await page.waitForTimeout(delayMs);
}

async function keep(
  job: CaptureJob,
  page: Page,
  response: Response | null,
  blocked: readonly string[],
): Promise<CaptureResult> {
  const files = new CaptureFiles(job.folder);
  const session = await page.context().newCDPSession(page);
  const { tree, truncated } = await treeIn(session, job);
  const { image, png } = await pictureIn(page, session, job, files);
  const bytes = Buffer.from(JSON.stringify(tree));
  const httpStatus = response?.status() ?? null;
  const before = job.baseline === null ? undefined : await files.readTree(job.baseline);
  const issues = issuesOf(tree, httpStatus);
  return {
    finalUrl: page.url().slice(0, 2_000),
    title: (await page.title()).slice(0, 200),
    httpStatus,
    image,
    dom: { hash: await files.add(bytes), bytes: bytes.length, nodes: tree.meta.dom_nodes, truncated },
    diff: before === undefined ? firstDiff(issues) : await withPixels(domDiff(before, tree, issues), png, job, files),
    blocked,
  };
}

function firstDiff(issues: string[]): CaptureResult['diff'] {
  if (issues.length > 0) return { status: 'issue', issues };
  return { status: 'new', message: 'No previous snapshot — baseline created' };
}

/** Adds the differences of the pictures. */
async function withPixels(
  diff: CaptureResult['diff'],
  png: Buffer,
  { baselineImage, maxRatio }: CaptureJob,
  files: CaptureFiles,
): Promise<CaptureResult['diff']> {
  if (baselineImage === null) return diff;
  const before = await files.read(baselineImage);
  if (pictureOf(before)?.type !== 'image/png') return diff;
  const pixels = pixelDiff(before, png);
  const status = diff.status === 'ok' && pixels.ratio > maxRatio ? 'changed' : diff.status;
  return { ...diff, status, pixels };
}

async function treeIn(session: CDPSession, { ignore, maxDepth }: CaptureJob) {
  const ignored = await ignoredIn(session, ignore);
  const { documents, strings } = await session.send('DOMSnapshot.captureSnapshot', { computedStyles: [] });
  const [document] = documents;
  const found = document === undefined ? undefined : treeOf(document, strings, maxDepth, ignored);
  if (found === undefined) throw new JobFailed('failed', 'The page has no elements');
  return found;
}

/** @throws JobFailed for an invalid selector */
async function ignoredIn(session: CDPSession, selectors: readonly string[]): Promise<Set<number>> {
  const ignored = new Set<number>();
  if (selectors.length === 0) return ignored;
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  for (const selector of selectors) {
    const found = await session
      .send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
      .catch(() => Promise.reject(new JobFailed('failed', `"${selector}" is not a CSS selector`)));
    for (const nodeId of found.nodeIds) {
      ignored.add((await session.send('DOM.describeNode', { nodeId })).node.backendNodeId);
    }
  }
  return ignored;
}

async function pictureIn(
  page: Page,
  session: CDPSession,
  job: CaptureJob,
  files: CaptureFiles,
): Promise<{ image: ImageFile; png: Buffer }> {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const high = cssContentSize.height > HIGHEST;
  const bytes = await page.screenshot({
    type: 'png',
    animations: 'disabled',
    caret: 'hide',
    timeout: PICTURE_MS,
    fullPage: true,
    mask: job.ignore.map((selector) => page.locator(selector)),
    maskColor: '#808080',
    ...(high ? { clip: { x: 0, y: 0, width: VIEWPORT.width, height: HIGHEST } } : {}),
  });
  const picture = pictureOf(bytes);
  if (picture === undefined || picture.width * picture.height > PIXELS || bytes.length > PICTURE_BYTES) {
    throw new JobFailed('failed', 'The picture of the page is too large');
  }
  return { image: { hash: await files.add(bytes), bytes: bytes.length, ...picture }, png: bytes };
}

function originOf(where: string): string {
  const url = URL.canParse(where) ? new URL(where) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.origin : where.slice(0, 200);
}

/** One line of the browser's error, without the log of the library. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /net::ERR_\w+/.exec(message)?.[0] ?? (message.split('\n', 1)[0] ?? '').slice(0, 200);
}
