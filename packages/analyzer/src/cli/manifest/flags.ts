import type { ScanChoices } from '../options/scan.ts';
import type { CheckFormat, DiffFormat, ValidateFormat } from './formats.ts';

/** Flags of `manifest validate`; a flag that is not set is absent. */
export interface ValidateFlags {
  format: ValidateFormat;
  as?: 'json' | 'yaml';
  strict?: true;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}

/** Flags of `manifest check`. */
export interface CheckFlags extends ScanChoices {
  db?: string;
  project?: string;
  format: CheckFormat;
  effects?: 'open' | 'closed';
  baseline?: string;
  writeBaseline?: true;
  allowUndecided?: true;
  strict?: true;
  minDecided?: number;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}

/** Flags of `manifest init`. */
export interface InitFlags extends ScanChoices {
  output?: string;
}

/** Flags of `manifest explain`. */
export interface ExplainFlags extends ScanChoices {
  effects?: 'open' | 'closed';
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}

/** Flags of `manifest diff`. */
export interface DiffFlags {
  format: DiffFormat;
}
