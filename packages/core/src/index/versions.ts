import { FINGERPRINT_VERSION, PARSERS } from '#parse/versions.ts';

/** Versions that affect an index; part of its snapshot id. */
export interface IndexVersions {
  /** Increased if the same projects get other query results than before. */
  format: number;
  fingerprint: number;
  /** Parser of each language. */
  parsers: Record<string, { parser: string; version: string }>;
}

export const INDEX_VERSIONS: IndexVersions = { format: 13, fingerprint: FINGERPRINT_VERSION, parsers: PARSERS };
