import type { EngineChoices } from '../options/engine.ts';
import type { ClassChoice, ScanChoices } from '../options/scan.ts';

/** Flags of `lsp`; a flag that is not set is absent. */
export interface LspFlags extends ScanChoices, ClassChoice, EngineChoices {
  stdio?: true;
}
