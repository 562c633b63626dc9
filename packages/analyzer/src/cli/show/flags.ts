import type { EngineChoices } from '../options/engine.ts';
import type { ScanChoices } from '../options/scan.ts';
import type { ShowFormat } from './formats.ts';

/** Flags of `show`; a flag that is not set is absent. */
export interface ShowFlags extends ScanChoices, EngineChoices {
  format: ShowFormat;
  /** Most groups. */
  limit: number;
  output?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}
