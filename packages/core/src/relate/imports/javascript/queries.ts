import type { ImportPhase } from '#parse/facts.ts';

const ASSETS: ReadonlySet<string> = new Set(['raw', 'url', 'inline']);
const WORKERS: ReadonlySet<string> = new Set(['worker', 'sharedworker']);

/**
 * What bundlers return for `./a.ts?raw` and `./a.ts?worker` is not the module; undefined for other queries, such as `?v=1`.
 * https://vite.dev/guide/assets
 */
export function phaseOfQuery(specifier: string): ImportPhase | undefined {
  const start = specifier.indexOf('?');
  if (start < 0) return undefined;
  const query = specifier.slice(start + 1).replace(/#.*/s, '');
  const keys = query.split('&').map((it) => it.replace(/=.*/s, ''));
  if (keys.some((it) => WORKERS.has(it))) return 'worker';
  return keys.some((it) => ASSETS.has(it)) ? 'asset' : undefined;
}
