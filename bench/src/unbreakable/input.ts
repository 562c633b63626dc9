import type { ParseMode } from '@analyzer/core/parse/engine.ts';

/** A hostile file. */
export interface Input {
  /** Kind of hostile input: a line of the summary. */
  kind: string;
  /** Its name and, if it is generated from a seed, how to generate it again. */
  name: string;
  mode: ParseMode;
  bytes: Uint8Array;
}
