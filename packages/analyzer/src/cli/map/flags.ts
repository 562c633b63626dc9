import type { IndexFlags } from '../workspace/flags.ts';

/** Flags of `map`. */
export interface MapFlags extends Omit<IndexFlags, 'discover' | 'manifest'> {
  output?: string;
  /** A page with the copies over time. */
  history?: true;
  /** Ages of copies. */
  blame?: true;
  limit: number;
  source: boolean;
  /** Of all listed groups. */
  drafts?: true;
  /** False with `--no-cache`. */
  cache: boolean;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}
