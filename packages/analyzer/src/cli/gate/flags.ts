import type { EngineChoices } from '../options/engine.ts';
import type { ScanChoices } from '../options/scan.ts';

/** What the command line gives to `check` and `baseline` both; a flag that nobody set is absent. */
interface GateFlags extends ScanChoices, EngineChoices {
  baseline?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
  strict?: true;
}

export interface CheckFlags extends GateFlags {
  against?: string;
  detail: 'findings' | 'full';
  format: 'terminal' | 'json' | 'sarif' | 'markdown' | 'github';
  output?: string;
}

export interface BaselineFlags extends GateFlags {
  accept?: string[];
}
