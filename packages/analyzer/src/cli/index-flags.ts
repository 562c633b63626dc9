import type { EngineChoices } from './engine-options.ts';
import type { ScanChoices } from './scan-options.ts';

/** Where an index is unless `--db` says so; its folder is ours, and no scan looks into it. */
export const DEFAULT_DB = '.analyzer/index.db';

/** What the command line gives to `workspace index`; a flag that nobody set is absent. */
export interface IndexFlags extends ScanChoices, EngineChoices {
  discover?: true;
  manifest?: string;
  splitWorkspaces?: true;
  db?: string;
}
