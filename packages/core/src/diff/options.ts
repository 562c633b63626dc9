import { AnalyzerError } from '@analyzer/contracts';
import { ONE } from '#relate/similarity/bounds.ts';
import type { FileClass } from '#scan/file-classes.ts';
import type { ScanOptions } from '#scan/model.ts';
import { completeOptions } from '#scan/options.ts';
import type { DiffOptions } from './model.ts';

export const DEFAULT_THRESHOLD = 0.7;
export const DEFAULT_MAX_PAIRS = 20_000;

export interface DiffChoices extends Partial<ScanOptions> {
  /** Above 0 and at most 1. */
  threshold?: number;
  max_pairs?: number;
  without?: readonly FileClass[];
}

/** @throws {AnalyzerError} `usage` for an invalid option */
export function completeDiffOptions(chosen: DiffChoices): DiffOptions {
  const { threshold = DEFAULT_THRESHOLD, max_pairs = DEFAULT_MAX_PAIRS, without = [], ...scan } = chosen;
  const millionths = Math.round(threshold * ONE);
  if (!(millionths >= 1 && millionths <= ONE)) {
    throw new AnalyzerError('usage', {
      problem: `--threshold must be a number above 0 and at most 1, not ${threshold}`,
    });
  }
  if (!Number.isSafeInteger(max_pairs) || max_pairs < 0) {
    throw new AnalyzerError('usage', { problem: `--max-pairs must be an integer of at least 0, not ${max_pairs}` });
  }
  return { ...completeOptions(scan), threshold: millionths, max_pairs, without };
}
