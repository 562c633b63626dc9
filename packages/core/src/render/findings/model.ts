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
