import type { KnownEase } from '@analyzer/core/generalize/ease.ts';
import type { ListClass } from '@analyzer/core/lists/list-classes.ts';
import type { EngineChoices } from '../options/engine.ts';
import type { ScanChoices } from '../options/scan.ts';
import type { ScanFormat } from './formats.ts';

/** Flags of `scan`; a flag that is not set is absent. */
export interface ScanFlags extends ScanChoices, EngineChoices {
  detail?: 'files' | 'declarations' | 'full';
  format: ScanFormat;
  output?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
  strict?: true;
  include?: ListClass[];
  blame?: true;
  ease?: KnownEase[];
}
