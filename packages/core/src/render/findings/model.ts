import type { Finding } from '#manifest/findings.ts';
import type { Positions } from '#manifest/text/positions.ts';

/** A manifest that was looked at, as a view needs it. */
export interface CheckedFile {
  /** As a person wrote it. */
  path: string;
  format: 'json' | 'yaml';
  findings: readonly Finding[];
  /** More findings than are listed. */
  omitted: number;
  readable: boolean;
  /** Without byte order mark. */
  text: string;
  positions: Positions;
}

/** Whether the text and the schema have no error in it; what lint finds does not make a manifest invalid. */
export function isValid({
  findings,
  omitted,
  readable,
}: Pick<CheckedFile, 'findings' | 'omitted' | 'readable'>): boolean {
  if (!readable || findings.some(({ layer, severity }) => layer !== 'lint' && severity === 'error')) return false;
  // Lint runs last: where one of its findings is listed, no error of the schema is omitted.
  return omitted === 0 || findings.some(({ layer }) => layer === 'lint');
}
