import type { IndexFlags } from '../workspace/flags.ts';

/** Flags of `map`. */
export interface MapFlags extends Omit<IndexFlags, 'discover' | 'manifest'> {
  output?: string;
  history?: true;
  limit: number;
  source: boolean;
  /** False with `--no-cache`. */
  cache: boolean;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}
