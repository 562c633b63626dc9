import { ProjectShare, SHARE_FILES, type ShareLimit } from '@analyzer/core/check/share.ts';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import type { Scan } from '@analyzer/core/scan/model.ts';
import { readElements } from '@analyzer/core/scan/read-elements.ts';
import type { Outcomes } from '@analyzer/core/scan/read-entries.ts';
import type { TreeSource } from '@analyzer/core/tree/source.ts';
import { InvalidArgumentError } from 'commander';
import type { CheckFlags } from './flags.ts';

const LIMIT = /^(?:([^=]+)=)?([0-9]{1,3}(?:\.[0-9]+)?)$/;

/** Collects the values of `--max-share`. */
export function shareLimits(written: string, previous: readonly string[] = []): string[] {
  if (LIMIT.test(written)) return [...previous, written];
  throw new InvalidArgumentError('Expected a percentage such as 5, tests=20, packages/api=3 or packages/api:tests=20.');
}

/** @param written a percentage, of product code or after `tests=`, `FOLDER=` or `FOLDER:tests=` */
export function shareLimit(written: string): ShareLimit {
  const [, of = '', percent = ''] = LIMIT.exec(written) ?? [];
  const files = SHARE_FILES.find((name) => of === name || of.endsWith(`:${name}`));
  const folder = files === undefined ? of : of.slice(0, -files.length - 1);
  return { percent: Number(percent), files: files ?? 'product', folder };
}

/** Whether the share of repeated lines is computed, which reads files of similar declarations again. */
export function needsShare({ maxShare, summary }: Pick<CheckFlags, 'maxShare' | 'summary'>): boolean {
  return maxShare !== undefined || summary !== undefined;
}

export interface ShareContext {
  engine: Engine;
  /** Of files that were read already. */
  outcomes: Outcomes;
  signal: AbortSignal;
  cacheDir?: string;
}

/** The repeated lines of a state that was scanned. */
export function shareOf(scan: Scan, source: string | TreeSource, context: ShareContext): Promise<ProjectShare> {
  return ProjectShare.of(scan, (paths) => readElements(source, scan.options, paths, context));
}
