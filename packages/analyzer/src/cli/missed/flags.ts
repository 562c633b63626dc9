import type { ChangeClass } from '@analyzer/core/missed/model.ts';
import type { EngineChoices } from '../options/engine.ts';
import type { ClassChoice, ScanChoices } from '../options/scan.ts';
import type { MissedFormat } from './formats.ts';

/** Flags of `missed`; a flag that is not set is absent. */
export interface MissedFlags extends ScanChoices, EngineChoices, ClassChoice {
  /** An index. */
  index?: string;
  since?: string;
  commits?: number;
  limit: number;
  include?: ChangeClass[];
  authors?: true;
  format: MissedFormat;
  output?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}
