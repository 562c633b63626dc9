import type { Ease } from '@analyzer/core/generalize/ease.ts';
import type { FileClass } from '@analyzer/core/scan/file-classes.ts';
import type { EngineChoices } from '../options/engine.ts';
import type { ScanChoices } from '../options/scan.ts';
import type { DraftFormat } from './formats.ts';

/** Flags of `draft`; a flag that is not set is absent. */
export interface DraftFlags extends ScanChoices, EngineChoices {
  list?: true;
  ease?: Ease[];
  /** Classes of files of which copies are drafted in a list, besides product code. */
  include?: FileClass[];
  into?: string;
  format: DraftFormat;
  output?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}
