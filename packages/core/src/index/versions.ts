import { FINGERPRINT_VERSION } from '#parse/portable/extract/fingerprint.ts';
import { PARSERS } from '#parse/versions.ts';

/** By which versions of things an index was made; part of its snapshot id. */
export interface IndexVersions {
  /** Raised when the same projects get other answers than before. */
  format: number;
  fingerprint: number;
  /** Which parser reads a language, by language. */
  parsers: Record<string, { parser: string; version: string }>;
}

export const INDEX_VERSIONS: IndexVersions = { format: 1, fingerprint: FINGERPRINT_VERSION, parsers: PARSERS };
