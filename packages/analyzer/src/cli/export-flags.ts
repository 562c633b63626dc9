import type { IndexFlags } from './index-flags.ts';

/** Groups in a limited view unless `--limit` says so. */
export const DEFAULT_LIMIT = 200;

/** What the command line gives to `workspace export`. */
export interface ExportFlags {
  db: string;
  format: 'html' | 'dot' | 'terminal' | 'json' | 'ndjson';
  output?: string;
  limit: number;
  /** False with `--no-source`. */
  source: boolean;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}

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
