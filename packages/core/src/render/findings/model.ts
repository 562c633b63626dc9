import type { Finding } from '#manifest/findings.ts';
import type { Positions } from '#manifest/text/positions.ts';

/** A validated manifest, as the views need it. */
export interface CheckedFile {
  /** As written on the command line. */
  path: string;
  format: 'json' | 'yaml';
  findings: readonly Finding[];
  /** Number of findings that are not listed. */
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
