import { WEBHOOK_NAME } from '../delivery/channels.ts';
import type { ChannelStatus, Deliveries } from '../delivery/deliveries.ts';
import type { Route } from '../http/exchange.ts';
import type { Drivers } from './drivers.ts';
import { findBrowser } from './find-browser.ts';

/** Lists the drivers, and why one is unavailable. */
export function driversHealthRoute(drivers: Drivers, deliveries: Deliveries | undefined): Route {
  return {
    method: 'GET',
    path: '/drivers/health',
    scope: 'read',
    summary: 'List the drivers, and why one is unavailable.',
    handle: async () => {
      const remote_browser = await drivers.remoteState();
      const channels = deliveries?.status ?? [];
      return { status: 200, json: { ...healthOf(drivers), remote_browser, webhook: webhookOf(channels), channels } };
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

/** The channel of `--webhook`. */
function webhookOf(channels: readonly ChannelStatus[]): object | null {
  const found = channels.find(({ name }) => name === WEBHOOK_NAME);
  if (found === undefined) return null;
  const { name: _, waiting: __, ...counts } = found;
  // Earlier versions dropped notifications when too many were waiting.
  return { ...counts, dropped: 0 };
}
