import type { EngineChoices } from './engine-options.ts';
import type { ScanChoices } from './scan-options.ts';

/** Where an index is unless `--db` says so; its folder is ours, and no scan looks into it. */
export const DEFAULT_DB = '.analyzer/index.db';

/** Where `map` keeps what it parsed unless `--cache-dir` says so. */
export const DEFAULT_CACHE = '.analyzer/cache';

/** What the command line gives to `workspace index`; a flag that nobody set is absent. */
export interface IndexFlags extends ScanChoices, EngineChoices {
  discover?: true;
  manifest?: string;
  splitWorkspaces?: true;
  db?: string;
}
