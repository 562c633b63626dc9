import type { EngineChoices } from '../options/engine.ts';
import type { FindingChoice, ScanChoices } from '../options/scan.ts';

/** Flags of `lsp`; a flag that is not set is absent. */
export interface LspFlags extends ScanChoices, FindingChoice, EngineChoices {
  stdio?: true;
  /** The manifest of contracts. */
  contracts?: string;
  /** File or URL of an index with other projects. */
  index?: string;
}
