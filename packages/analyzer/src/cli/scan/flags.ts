import type { EngineChoices } from '../options/engine.ts';
import type { ScanChoices } from '../options/scan.ts';

/** What the command line gives to `scan`; a flag that nobody set is absent. */
export interface ScanFlags extends ScanChoices, EngineChoices {
  detail: 'files' | 'declarations' | 'full';
  format: 'terminal' | 'json' | 'dot';
  output?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
  strict?: true;
}
