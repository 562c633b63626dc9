import manifest from '../../package.json' with { type: 'json' };
import type { Route } from '../http/exchange.ts';

export const VERSION = manifest.version;

export function healthRoute(): Route {
  return {
    method: 'GET',
    path: '/healthz',
    scope: 'open',
    summary: 'Whether the server runs, and its version.',
    handle: () => ({ status: 200, json: { ok: true, version: VERSION } }),
  };
}
