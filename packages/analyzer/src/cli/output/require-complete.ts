import { AnalyzerError } from '@analyzer/contracts';
import { isIncomplete } from '@analyzer/core/scan/coverage.ts';
import type { Scan } from '@analyzer/core/scan/model.ts';

const NAMED = 10;

/** @throws AnalyzerError `incomplete` if a file of a parsed language was not completely analyzed */
export function requireComplete({ entries }: Scan): void {
  const missing = entries.filter(isIncomplete);
  if (missing.length === 0) return;
  const named = missing.slice(0, NAMED).map((entry) => `${entry.path} (${'status' in entry ? entry.status : ''})`);
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
  throw new AnalyzerError('incomplete', {
    problem: `--strict: ${missing.length} not completely analyzed: ${named.join(', ')}${more}`,
  });
}
