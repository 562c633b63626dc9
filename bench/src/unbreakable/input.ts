import type { ParseMode } from '@analyzer/core/parse/engine.ts';

/** One file that no engine may break on. */
export interface Input {
  /** What sort of hostility: a line of the account. */
  kind: string;
  /** Its name and, if it is generated from a seed, how to generate it again. */
  name: string;
  mode: ParseMode;
  bytes: Uint8Array;
}
