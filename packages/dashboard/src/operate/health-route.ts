import manifest from '../../package.json' with { type: 'json' };
import type { Route } from '../http/exchange.ts';

export const VERSION = manifest.version;

export function healthRoute(): Route {
  return {
    method: 'GET',
    path: '/healthz',
    scope: 'open',
    summary: 'Return the status and version of the server.',
    handle: () => ({ status: 200, json: { ok: true, version: VERSION } }),
  };
}
