import type { Retention } from '@analyzer/core/index/postgres/remove-generations.ts';
import type { NewIndexFlags } from '../options/db.ts';
import type { EngineChoices } from '../options/engine.ts';
import type { ScanChoices } from '../options/scan.ts';
import type { EXPORT_FORMATS, ExportChoices } from './export-formats.ts';

/** Flags of `workspace index`; a flag that is not set is absent. */
export interface IndexFlags extends NewIndexFlags, ScanChoices, EngineChoices {
  discover?: true;
  manifest?: string;
  splitWorkspaces?: true;
  watch?: true;
  history?: true;
  trustSuppressions?: true;
}

/** Default number of groups in a limited view. */
export const DEFAULT_LIMIT = 200;

/** Flags of `workspace export`. */
export interface ExportFlags extends ExportChoices {
  format: keyof typeof EXPORT_FORMATS;
}

/** Flags of `workspace query`; a flag that is not set is absent. */
export interface QueryFlags {
  db: string;
  /** An earlier index. */
  since?: string;
  /** A file, or `-` for standard input. */
  request?: string;
  operation?: string;
  /** A JSON object. */
  params?: string;
  /** A file, or `-` for standard input. */
  codeFile?: string;
  pretty?: true;
  /** Seconds. */
  timeout: number;
}

/** Flags of `workspace context`. */
export interface ContextFlags {
  db: string;
  groupId?: string[];
  includeSource?: true;
  maxChars?: number;
  output?: string;
}

/** Flags of `workspace validate`. */
export interface ProposalFlags {
  /** No index is compared if it is absent. */
  db?: string;
}

/** Flags of `workspace migrate`. */
export interface MigrateFlags {
  from: string;
  /** URL of a database. */
  to: string;
  keep?: Retention;
}

/** Flags of `workspace rollback`. */
export interface RollbackFlags {
  /** URL of a database. */
  db: string;
}

/** Flags of `workspace import`; a flag that is not set is absent. */
export interface ImportFlags extends NewIndexFlags, EngineChoices {
  /** Folders of exports. */
  from: string[];
}
