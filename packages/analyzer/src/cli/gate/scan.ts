import { allCycles } from '@analyzer/core/gate/all-cycles.ts';
import type { Engine } from '@analyzer/core/parse/engine.ts';
import type { Scan, ScanOptions } from '@analyzer/core/scan/model.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import type { TreeSource } from '@analyzer/core/tree/source.ts';
import type { ScanChoices } from '../options/scan.ts';
import { Progress } from '../output/progress.ts';
import type { CycleChoice } from './flags.ts';

/**
 * Scans one side of a check, which needs groups and cycles but no calls. With `--cycles all` it contains the cycles of
 * all imports.
 */
export async function gateScan(
  project: string | TreeSource,
  options: ScanOptions,
  engine: Engine,
  { cacheDir, cycles }: ScanChoices & CycleChoice,
  title: string | undefined,
  signal: AbortSignal,
): Promise<Scan> {
  const progress = new Progress(process.stderr, title === undefined ? {} : { title });
  try {
    const scanned = await scan(project, options, {
      engine,
      signal,
      onEvent: (event) => progress.on(event),
      withoutCalls: true,
      withCopyEvidence: true,
      ...(cacheDir !== undefined && { cacheDir }),
    });
    if (cycles !== 'all') return scanned;
    return { ...scanned, cycles: allCycles(scanned.cycles, scanned.non_load_cycles), non_load_cycles: [] };
  } finally {
    progress.end();
  }
}
