import { AnalyzerError } from '@analyzer/contracts';
import { isIncomplete } from '@analyzer/core/render/coverage.ts';
import type { Shortfall } from '@analyzer/core/scan/kept-view.ts';
import type { Scan } from '@analyzer/core/scan/model.ts';

const NAMED = 10;

/** What of a scan was not analysed whole. */
export function shortfallOf({ entries }: Scan): Shortfall {
  const missing = entries.filter(isIncomplete);
  const first = missing.slice(0, NAMED);
  return {
    count: missing.length,
    named: first.map((entry) => `${entry.path} (${'status' in entry ? entry.status : ''})`),
  };
}

/** @throws AnalyzerError `incomplete` when a file of a parsed language was not analysed whole */
export function requireComplete(scan: Scan): void {
  requireNone(shortfallOf(scan));
}

/** @throws AnalyzerError `incomplete` when there is one */
export function requireNone({ count, named }: Shortfall): void {
  if (count === 0) return;
  const more = count > named.length ? ` and ${count - named.length} more` : '';
  throw new AnalyzerError('incomplete', {
    problem: `--strict: ${count} not analysed whole: ${named.join(', ')}${more}`,
  });
}
