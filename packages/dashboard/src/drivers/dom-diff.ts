import type { Baseline, DomDiff } from '@analyzer/contracts/pages/captures';
import { FIRST } from '../captures/capture-store.ts';
import { countsOf, diffOfEvent } from '../captures/dom-diff.ts';
import type { StoredCapture } from '../captures/stored-capture.ts';
import { acceptEvent } from '../event/accept.ts';
import type { Route } from '../http/exchange.ts';
import { HttpProblem } from '../http/problem.ts';
import type { EventStore } from '../store/event-store.ts';
import type { Drivers } from './drivers.ts';
import { findBrowser } from './find-browser.ts';
import type { CaptureResult } from './jobs.ts';
import { type CaptureRequest, captureRequest } from './requests.ts';

/** So many captures in a row without a result are a failure of the page. */
const MAX_ERRORS = 3;

/** Captures a page with a new browser, compares it with its baseline and stores the result as an event. */
export function domDiffRoute(drivers: Drivers): Route {
  return {
    method: 'POST',
    path: '/drivers/dom-diff/capture',
    scope: 'ingest',
    body: 'application/json',
    summary:
      'Capture a page and compare it with its baseline: url, service, max_depth, ignore, ready, delay_ms, max_ratio.',
    handle: async ({ body, request }) => {
      const wanted = captureRequest(body);
      // A capture may take longer than a client may be silent.
      request.socket.setTimeout(0);
      return { status: 200, json: { results: [await captured(drivers, wanted)] } };
    },
  };
}

/** @throws HttpProblem 503 if captures are impossible, 429 if too many wait */
async function captured(drivers: Drivers, wanted: CaptureRequest): Promise<Record<string, unknown>> {
  const { settings, captures, counters, store } = drivers;
  const { browser, problem } = findBrowser(settings.browser, settings.sandbox);
  if (browser === null || problem !== null) throw new HttpProblem(503, problem ?? 'There is no browser');
  const url = normalised(wanted.url);
  const subject = { service: wanted.service, url, kind: 'dom' as const };
  const baseline = captures.baselineOf(subject);
  const outcome = await drivers.run({
    kind: 'capture',
    url,
    maxDepth: wanted.maxDepth,
    ignore: wanted.ignore,
    ready: wanted.ready,
    delayMs: wanted.delayMs,
    maxRatio: wanted.maxRatio,
    origins: settings.origins,
    folder: captures.folder,
    baseline: baseline?.files.dom ?? null,
    baselineImage: baseline?.files.image ?? null,
    browser,
  });
  const at = store.clock.now();
  if ('failure' in outcome) {
    const { kind, message } = outcome.failure;
    if (kind === 'unavailable') throw new HttpProblem(503, message);
    const diff: DomDiff = { status: 'error', message };
    counters.captures.error++;
    const inRow = drivers.failures.add(subject);
    const broken = kind === 'unreachable' || inRow >= MAX_ERRORS ? { broken: true } : {};
    await record(store, { service: wanted.service, url, diff, ...broken }, at);
    return { url: wanted.url, diff };
  }
  drivers.failures.end(subject);
  const { result } = outcome;
  const stored = await drivers.storeCapture({ ...subject, ...storedCapture(result, baseline?.id ?? null, at) });
  counters.captures[result.diff.status]++;
  counters.blocked += result.blocked.length;
  const { diff } = result;
  const links = { capture: stored.id, baseline: stored.baseline };
  const broken = isBroken(diff, baseline, captures.baselines(wanted.service));
  await record(store, { service: wanted.service, url, diff: diffOfEvent(diff), broken, ...links }, at);
  return { url: wanted.url, diff, timestamp: Math.floor(at / 1000), ...links };
}

/** Normalizes as browsers do, without the fragment; an invalid URL is returned unchanged and refused later. */
function normalised(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

function storedCapture(
  { image, dom, diff, ...result }: CaptureResult,
  baseline: string | null,
  at: number,
): Omit<StoredCapture, 'id' | 'service' | 'url' | 'kind'> {
  const { hash, ...picture } = image;
  return {
    at,
    final_url: result.finalUrl,
    title: result.title,
    http_status: result.httpStatus,
    image: picture,
    dom: { nodes: dom.nodes, truncated: dom.truncated },
    diff: countsOf(diff),
    baseline,
    refused_as_baseline: refusalOf(result.httpStatus, diff),
    blocked: [...result.blocked],
    files: { dom: dom.hash, image: hash },
    bytes: dom.bytes + image.bytes,
  };
}

/** An error page must not become the baseline: later captures would have to show the error. */
function refusalOf(httpStatus: number | null, { issues = [] }: DomDiff): string | null {
  if (httpStatus !== null && httpStatus >= 400)
    return `The page answered ${httpStatus}; an error page cannot be a baseline`;
  const error = issues.find((issue) => issue.startsWith('error_container_detected'));
  return error === undefined ? null : `The page shows an error (${error}); an error page cannot be a baseline`;
}

/** Issues of an approved baseline, such as too little text, are the expected state of the page. */
function isBroken(
  { issues = [] }: DomDiff,
  baseline: StoredCapture | undefined,
  approvals: readonly Baseline[],
): boolean {
  const approved = approvals.some(({ capture, history }) => capture === baseline?.id && history[0]?.by !== FIRST);
  const accepted = approved ? new Set((baseline?.diff?.issues ?? []).map(nameOfIssue)) : new Set<string>();
  return issues.some((issue) => !accepted.has(nameOfIssue(issue)));
}

/** Code of an issue: `too_little_content` of `too_little_content:text_length=0<min=200`. */
function nameOfIssue(issue: string): string {
  return issue.split(':', 1)[0] ?? '';
}

async function record(store: EventStore, event: Record<string, unknown>, at: number): Promise<void> {
  const bytes = Buffer.from(
    JSON.stringify({ type: 'VISUAL_DIFF', ...event, driver: 'dom-diff', timestamp: Math.floor(at / 1000) }),
  );
  const accepted = acceptEvent(bytes);
  if ('complaints' in accepted) throw new HttpProblem(422, accepted.complaints);
  await store.accept(accepted, at);
}
