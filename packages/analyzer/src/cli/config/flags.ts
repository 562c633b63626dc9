import type { ScanChoices } from '../options/scan.ts';
import type { ConfigFormat } from './formats.ts';

/** Flags of `config`; a flag that is not set is absent. */
export interface ConfigFlags extends ScanChoices {
  format: ConfigFormat;
}
