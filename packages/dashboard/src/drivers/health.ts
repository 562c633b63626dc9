import type { Route } from '../http/exchange.ts';

/** Which drivers there are. Those that need a browser are not part of this version, and it says so. */
export function driversHealthRoute(): Route {
  return {
    method: 'GET',
    path: '/drivers/health',
    scope: 'read',
    summary: 'Which drivers there are.',
    handle: () => ({
      status: 200,
      json: { events: true, anomaly: true, dom_diff: false, playwright: false, browserless_url: '' },
    }),
  };
}
