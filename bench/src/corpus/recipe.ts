import standard from './corpus.json' with { type: 'json' };
import large from './corpus-large.json' with { type: 'json' };

/** One archive, pinned by version and by the SHA-256 (64 hex) of its bytes. */
export interface Pinned {
  name: string;
  version: string;
  sha256: string;
  /** Keep only this folder of the package. */
  folder?: string | undefined;
  /** Shell files without extension or shebang (a trailing `/` names a folder's files); stored with the suffix `.sh`. */
  sourced?: string[] | undefined;
}

/** The sources of a corpus. */
export interface Recipe {
  extensions: string[];
  min_bytes: number;
  max_bytes: number;
  npm: Pinned[];
  debian: Pinned[];
}

export interface Tally {
  files: number;
  bytes: number;
  /** LF bytes. */
  lines: number;
  /** SHA-256 over the lines `<sha256 of the file>  <path>`, paths in bytewise order. */
  sha256: string;
}

export const STANDARD: Recipe & { result: Tally } = standard;

/** The standard corpus and more of each language. */
export const LARGE: Recipe & { result: Tally } = {
  ...standard,
  npm: [...standard.npm, ...large.npm],
  debian: [...standard.debian, ...large.debian],
  result: large.result,
};
