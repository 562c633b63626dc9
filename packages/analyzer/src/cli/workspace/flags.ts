import type { EngineChoices } from '../options/engine.ts';
import type { ScanChoices } from '../options/scan.ts';

/** Where an index is unless `--db` says so; its folder is ours, and no scan looks into it. */
export const DEFAULT_DB = '.analyzer/index.db';

/** What the command line gives to `workspace index`; a flag that nobody set is absent. */
export interface IndexFlags extends ScanChoices, EngineChoices {
  discover?: true;
  manifest?: string;
  splitWorkspaces?: true;
  db?: string;
}

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

/** What the command line gives to `workspace query`; a flag that nobody set is absent. */
export interface QueryFlags {
  db: string;
  /** A file, or `-` for standard input. */
  request?: string;
  operation?: string;
  /** A JSON object. */
  params?: string;
  pretty?: true;
  /** Seconds. */
  timeout: number;
}
