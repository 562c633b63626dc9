import type { EngineChoices } from '../options/engine.ts';
import type { ClassChoice, ScanChoices } from '../options/scan.ts';
import type { DiffFormat } from './formats.ts';

/** Flags of `diff`; a flag that is not set is absent. */
export interface DiffFlags extends ScanChoices, EngineChoices, ClassChoice {
  detail: 'files' | 'declarations' | 'full';
  format: DiffFormat;
  output?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
  strict?: true;
  check?: true;
  /** List edits that copies lack. */
  missed?: true;
  threshold?: number;
  maxPairs?: number;
}
