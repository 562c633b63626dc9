import type { IndexFlags } from '../workspace/flags.ts';

/** What the command line gives to `map`. */
export interface MapFlags extends Omit<IndexFlags, 'discover' | 'manifest'> {
  output?: string;
  limit: number;
  source: boolean;
  /** False with `--no-cache`. */
  cache: boolean;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}
