import type { EngineChoices } from '../options/engine.ts';
import type { ScanChoices } from '../options/scan.ts';

/** What the command line gives to `diff`; a flag that nobody set is absent. */
export interface DiffFlags extends ScanChoices, EngineChoices {
  detail: 'files' | 'declarations' | 'full';
  format: 'terminal' | 'json' | 'dot' | 'sarif' | 'markdown';
  output?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
  strict?: true;
  check?: true;
  threshold?: number;
  maxPairs?: number;
}
