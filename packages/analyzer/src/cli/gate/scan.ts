import type { Engine } from '@analyzer/core/parse/engine.ts';
import type { Scan, ScanOptions } from '@analyzer/core/scan/model.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import type { TreeSource } from '@analyzer/core/tree/source.ts';
import type { ScanChoices } from '../options/scan.ts';
import { Progress } from '../output/progress.ts';

/** Scans one side of a gate, which needs groups and cycles and no calls. */
export async function gateScan(
  project: string | TreeSource,
  options: ScanOptions,
  engine: Engine,
  { cacheDir }: ScanChoices,
  title: string | undefined,
  signal: AbortSignal,
): Promise<Scan> {
  const progress = new Progress(process.stderr, title === undefined ? {} : { title });
  try {
    return await scan(project, options, {
      engine,
      signal,
      onEvent: (event) => progress.on(event),
      withoutCalls: true,
      ...(cacheDir !== undefined && { cacheDir }),
    });
  } finally {
    progress.end();
  }
}
