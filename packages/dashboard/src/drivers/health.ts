import type { Route } from '../http/exchange.ts';
import type { Webhook } from '../live/webhook.ts';
import type { Drivers } from './drivers.ts';
import { findBrowser } from './find-browser.ts';

/** Lists the drivers, and why one is unavailable. */
export function driversHealthRoute(drivers: Drivers, webhook: Webhook | undefined): Route {
  return {
    method: 'GET',
    path: '/drivers/health',
    scope: 'read',
    summary: 'List the drivers, and why one is unavailable.',
    handle: async () => {
      const remote_browser = await drivers.remoteState();
      return { status: 200, json: { ...healthOf(drivers), remote_browser, webhook: webhookHealth(webhook) } };
    },
  };
}

function healthOf({ settings, pool, captures }: Drivers): Record<string, unknown> {
  const { library, browser, problem } = findBrowser(settings.browser, settings.sandbox);
  const remote = settings.remote === undefined ? '' : `${settings.remote.url.origin}${settings.remote.url.pathname}`;
  return {
    events: true,
    anomaly: true,
    dom_diff: problem === null,
    playwright: library,
    browserless_url: remote,
    browser: browser?.path ?? null,
    sandbox: settings.sandbox,
    problem,
    allowed_origins: settings.origins,
    running: pool.busy,
    queued: pool.waiting,
    captures: captures.size,
    capture_bytes: captures.bytes,
  };
}

/** State of the remote browser without its URL, which may contain a secret. */
function webhookHealth(webhook: Webhook | undefined): Record<string, unknown> | null {
  return webhook === undefined ? null : { ...webhook.counts, problem: webhook.problem };
}
