import type { EngineChoices } from './engine-options.ts';
import type { ScanChoices } from './scan-options.ts';

/** What the command line gives to `scan`; a flag that nobody set is absent. */
export interface ScanFlags extends ScanChoices, EngineChoices {
  detail: 'files' | 'declarations' | 'full';
  format: 'terminal' | 'json' | 'dot';
  output?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
  strict?: true;
}
