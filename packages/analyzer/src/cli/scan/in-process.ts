import { readAges } from '@analyzer/core/history/ages/read-ages.ts';
import { findFacts, findRelations } from '@analyzer/core/relations/find-relations.ts';
import type { Scan, ScanOptions } from '@analyzer/core/scan/model.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import { openSource } from '@analyzer/core/tree/open-source.ts';
import type { TreeSource } from '@analyzer/core/tree/source.ts';
import { limitHeapGrowth } from '../engine/heap-growth.ts';
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
import { openHistory } from './open-history.ts';

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
    const history = flags.blame === true ? await openHistory(path, signal) : undefined;
    try {
      const result = await scanFolder(native, path, options, flags, signal);
      const document = await SCAN_FORMATS[flags.format].render(result, {
        ...flags,
        path,
        signal,
        mirrors: mirrorsOf(flags),
        findRelations: () =>
          withSource(path, signal, (source) => {
            return flags.format === 'terminal'
              ? findFacts(result, source, signal)
              : findRelations(result, source, signal);
          }),
        findAges: async () =>
          history && withSource(path, signal, (source) => readAges(result, source, history, signal)),
      });
      await (file === undefined ? writeStream(process.stdout, document, signal) : file.write(document, signal));
      if (flags.strict === true) requireComplete(result);
    } finally {
      await history?.close();
    }
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
  limitHeapGrowth();
  // It and its tree show no calls and no uses of names.
  const isFirstScreen = flags.format === 'terminal' && flags.detail === undefined;
  const engine = openFileEngine(native, flags, signal);
  const progress = new Progress(process.stderr);
  try {
    return await scan(path, options, {
      engine,
      signal,
      withoutCalls: isFirstScreen,
      withoutUses: isFirstScreen,
      onEvent: (event) => progress.on(event),
      ...(flags.cacheDir !== undefined && { cacheDir: flags.cacheDir }),
    });
  } finally {
    progress.end();
    await engine.close();
  }
}

async function withSource<T>(path: string, signal: AbortSignal, read: (source: TreeSource) => Promise<T>): Promise<T> {
  const source = await openSource(path, signal);
  try {
    return await read(source);
  } finally {
    await source.close();
  }
}
