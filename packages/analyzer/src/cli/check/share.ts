import type { ProjectShare } from '@analyzer/core/check/share.ts';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import type { Scan } from '@analyzer/core/scan/model.ts';
import type { Outcomes } from '@analyzer/core/scan/read-entries.ts';
import type { TreeSource } from '@analyzer/core/tree/source.ts';
import type { CheckFlags } from './flags.ts';

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
export async function shareOf(scan: Scan, source: string | TreeSource, context: ShareContext): Promise<ProjectShare> {
  const { ProjectShare } = await import('@analyzer/core/check/share.ts');
  const { readElements } = await import('@analyzer/core/scan/read-elements.ts');
  const { options, entries } = scan;
  return ProjectShare.of(scan, (paths) => readElements(source, options, paths, { ...context, entries }));
}
