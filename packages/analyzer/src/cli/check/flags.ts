import type { EngineChoices } from '../options/engine.ts';
import type { FindingChoice, ScanChoices } from '../options/scan.ts';
import type { CheckFormat } from './formats.ts';

export interface CycleChoice {
  /** The imports whose cycles count: imports that run at load, or all. */
  cycles: 'load' | 'all';
}

/** Flags of both `check` and `baseline`; a flag that is not set is absent. */
interface CommonFlags extends ScanChoices, EngineChoices, CycleChoice {
  baseline?: string;
  ascii?: true;
  color: 'auto' | 'always' | 'never';
  strict?: true;
}

export const FAIL_ON = ['missed', 'drift'] as const;

export type FailOn = (typeof FAIL_ON)[number];

export interface CheckFlags extends CommonFlags, FindingChoice {
  against?: string;
  /** Compare with the revision itself, not with a merge base. */
  exact?: true;
  /** What is a finding too. */
  failOn?: FailOn[];
  /** As written: `shareLimit` reads them. */
  maxShare?: string[];
  /** File or URL of an index with other projects. */
  index?: string;
  reportUnusedIgnores?: true;
  /** Path of a manifest, or of a folder with one. */
  contracts?: string;
  /** File for the comment of a pull request. */
  summary?: string;
  /** Copies next to their originals. */
  show?: true;
  detail: 'findings' | 'full';
  format: CheckFormat;
  output?: string;
}

export interface BaselineFlags extends CommonFlags {
  accept?: string[];
  migrate?: true;
}
