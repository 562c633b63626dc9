import type { ScanChoices } from '../options/scan.ts';

/** What the command line gives to `manifest validate`; a flag that nobody set is absent. */
export interface ValidateFlags {
  format: 'terminal' | 'json' | 'sarif' | 'github';
  as?: 'json' | 'yaml';
  strict?: true;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}

/** What the command line gives to `manifest check`. */
export interface CheckFlags extends ScanChoices {
  db?: string;
  project?: string;
  format: 'terminal' | 'json' | 'sarif';
  effects: 'open' | 'closed';
  baseline?: string;
  writeBaseline?: true;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}

/** What the command line gives to `manifest init`. */
export interface InitFlags extends ScanChoices {
  size: number;
  output?: string;
}

/** What the command line gives to `manifest explain`. */
export interface ExplainFlags extends ScanChoices {
  effects: 'open' | 'closed';
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}

/** What the command line gives to `manifest diff`. */
export interface DiffFlags {
  format: 'terminal' | 'json';
}
