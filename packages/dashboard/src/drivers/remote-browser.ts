import type { Route } from '../http/exchange.ts';
import { HttpProblem } from '../http/problem.ts';
import type { Drivers } from './drivers.ts';
import type { Failure } from './jobs.ts';
import { type ScreenshotRequest, screenshotRequest } from './requests.ts';

/** Takes a screenshot with the remote browser, stores it and returns its location. */
export function remoteBrowserRoute(drivers: Drivers): Route {
  return {
    method: 'POST',
    path: '/drivers/remote-browser/screenshot',
    aliases: ['/drivers/browserless/screenshot'],
    scope: 'ingest',
    body: 'application/json',
    summary: 'Take a screenshot of a page with the remote browser: url, full_page, service.',
    handle: async ({ body, request }) => {
      const wanted = screenshotRequest(body);
      request.socket.setTimeout(0);
      return { status: 200, json: await taken(drivers, wanted) };
    },
  };
}

/**
 * @throws HttpProblem 503 without a remote browser, 403 for a forbidden page, the remote browser's own status if it
 *   fails, 502 if its answer is not a picture
 */
async function taken(drivers: Drivers, wanted: ScreenshotRequest): Promise<Record<string, unknown>> {
  const { settings, captures, counters, store } = drivers;
  const { remote } = settings;
  if (remote === undefined) {
    throw new HttpProblem(503, 'There is no remote browser: set REMOTE_BROWSER_URL and restart the dashboard');
  }
  const outcome = await drivers.run({
    kind: 'screenshot',
    url: wanted.url,
    fullPage: wanted.fullPage,
    origins: settings.origins,
    folder: captures.folder,
    upstream: remote.url.href,
    token: remote.token,
  });
  if ('failure' in outcome) {
    counters.screenshots.failed++;
    throw problemOf(outcome.failure);
  }
  const { image, status, finalUrl, httpStatus } = outcome.result;
  if (image === null) {
    counters.screenshots.failed++;
    // The answer may quote the page, or the URL with the token: only the status is forwarded.
    throw new HttpProblem(status >= 400 ? status : 502, `The remote browser answered ${status}${meaning(status)}`);
  }
  const { hash, ...picture } = image;
  const { id } = await drivers.storeCapture({
    kind: 'screenshot',
    service: wanted.service,
    url: wanted.url,
    at: store.clock.now(),
    final_url: finalUrl.slice(0, 2_000),
    title: '',
    http_status: httpStatus,
    image: picture,
    dom: null,
    diff: null,
    baseline: captures.baselineOf({ kind: 'screenshot', service: wanted.service, url: wanted.url })?.id ?? null,
    refused_as_baseline:
      httpStatus !== null && httpStatus >= 400
        ? `The page answered ${httpStatus}; an error page cannot be a baseline`
        : null,
    blocked: [],
    files: { dom: null, image: hash },
    bytes: image.bytes,
  });
  counters.screenshots.taken++;
  return {
    upstream: `${remote.url.origin}${remote.url.pathname}`.replace(/\/$/, ''),
    status,
    content_type: image.type,
    size_bytes: image.bytes,
    page_status: httpStatus,
    final_url: finalUrl,
    capture: id,
    image: `/drivers/captures/${id}/image`,
  };
}

function problemOf({ kind, message }: Failure): HttpProblem {
  return new HttpProblem(kind === 'refused' ? 403 : kind === 'unavailable' ? 503 : 502, message);
}

function meaning(status: number): string {
  switch (status) {
    case 401:
    case 403:
      return ': REMOTE_BROWSER_TOKEN is wrong, or it does not open this page';
    case 404:
      return ': REMOTE_BROWSER_URL is not the URL of a remote browser';
    case 408:
      return ': the page took too long';
    case 429:
      return ': its queue is full';
    default:
      return '';
  }
}
