import type { EngineChoices } from '../options/engine.ts';
import type { FindingChoice, ScanChoices } from '../options/scan.ts';
import type { WatchFormat } from './formats.ts';

/** Flags of `watch`; a flag that is not set is absent. */
export interface WatchFlags extends ScanChoices, FindingChoice, EngineChoices {
  format: WatchFormat;
  /** The imports whose cycles count: imports that run at load, or all. */
  cycles: 'load' | 'all';
  /** File or URL of an index with other projects. */
  index?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
}
