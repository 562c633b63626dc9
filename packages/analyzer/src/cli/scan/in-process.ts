import { findRelations } from '@analyzer/core/relations/find-relations.ts';
import type { CopyRelations } from '@analyzer/core/relations/model.ts';
import type { Scan, ScanOptions } from '@analyzer/core/scan/model.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import { openSource } from '@analyzer/core/tree/open-source.ts';
import { openFileEngine } from '../engine/open.ts';
import { optimizeLater } from '../engine/optimize-later.ts';
import { mirrorsOf } from '../options/configuration.ts';
import { interruptible } from '../output/interrupt.ts';
import { NewFile } from '../output/new-file.ts';
import { Progress } from '../output/progress.ts';
import { requireComplete } from '../output/require-complete.ts';
import { writeStream } from '../output/write-stream.ts';
import type { ScanFlags } from './flags.ts';
import { SCAN_FORMATS } from './formats.ts';

/**
 * Scans a folder with the worker processes of an engine and writes the result to a new file or to stdout.
 *
 * @param native program of the native engine; undefined for the portable engine
 */
export async function scanInProcess(
  native: string | undefined,
  path: string,
  options: ScanOptions,
  flags: ScanFlags,
): Promise<void> {
  await interruptible(async (signal, onForcedEnd) => {
    const file = flags.output === undefined ? undefined : new NewFile(flags.output);
    onForcedEnd(() => file?.discard());
    const result = await scanFolder(native, path, options, flags, signal);
    const document = await SCAN_FORMATS[flags.format].render(result, {
      ...flags,
      path,
      signal,
      mirrors: mirrorsOf(flags),
      findRelations: () => relationsOf(result, path, signal),
    });
    await (file === undefined ? writeStream(process.stdout, document, signal) : file.write(document, signal));
    if (flags.strict === true) requireComplete(result);
  });
}

async function scanFolder(
  native: string | undefined,
  path: string,
  options: ScanOptions,
  flags: ScanFlags,
  signal: AbortSignal,
): Promise<Scan> {
  optimizeLater();
  const engine = openFileEngine(native, flags, signal);
  const progress = new Progress(process.stderr);
  try {
    return await scan(path, options, {
      engine,
      signal,
      onEvent: (event) => progress.on(event),
      ...(flags.cacheDir !== undefined && { cacheDir: flags.cacheDir }),
    });
  } finally {
    progress.end();
    await engine.close();
  }
}

async function relationsOf(result: Scan, path: string, signal: AbortSignal): Promise<CopyRelations> {
  const source = await openSource(path, signal);
  try {
    return await findRelations(result, source, signal);
  } finally {
    await source.close();
  }
}
