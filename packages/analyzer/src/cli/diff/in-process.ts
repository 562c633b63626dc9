import { EXIT } from '@analyzer/contracts';
import { findDrift, withMirrorsOfEdits } from '@analyzer/core/check/drift.ts';
import { foundMirrors } from '@analyzer/core/check/found-mirrors.ts';
import { diff, hasDifferences } from '@analyzer/core/diff/diff.ts';
import type { Diff, DiffOptions } from '@analyzer/core/diff/model.ts';
import { findMissedBetween, type ScannedState } from '@analyzer/core/missed/find-between-scans.ts';
import { findRelations } from '@analyzer/core/relations/find-relations.ts';
import type { Scan } from '@analyzer/core/scan/model.ts';
import { readElements } from '@analyzer/core/scan/read-elements.ts';
import { openSource } from '@analyzer/core/tree/open-source.ts';
import type { TreeSource } from '@analyzer/core/tree/source.ts';
import { limitHeapGrowth, limitYoungGeneration } from '../engine/heap-growth.ts';
import { openFileEngine } from '../engine/open.ts';
import { optimizeLater } from '../engine/optimize-later.ts';
import { mirrorsOf } from '../options/configuration.ts';
import { interruptible } from '../output/interrupt.ts';
import { NewFile } from '../output/new-file.ts';
import { requireComplete } from '../output/require-complete.ts';
import { writeStream } from '../output/write-stream.ts';
import type { DiffFlags } from './flags.ts';
import { DIFF_FORMATS } from './formats.ts';
import { DiffProgress } from './progress.ts';

/**
 * Compares two projects with the worker processes of an engine and writes the result to a new file or to stdout.
 *
 * @param native program of the native engine; undefined for the portable engine
 */
export async function diffInProcess(
  native: string | undefined,
  before: string,
  after: string,
  options: DiffOptions,
  flags: DiffFlags,
): Promise<void> {
  await interruptible(async (signal, onForcedEnd) => {
    const file = flags.output === undefined ? undefined : new NewFile(flags.output);
    onForcedEnd(() => file?.discard());
    const result = await compare(native, before, after, options, flags, signal);
    const texts = await DIFF_FORMATS[flags.format].render(result, flags);
    if (file === undefined) await writeStream(process.stdout, texts, signal);
    else await file.write(texts, signal);
    if (flags.strict === true) for (const scan of Object.values(result.scans)) requireComplete(scan);
    if (flags.check === true && hasDifferences(result)) process.exitCode = EXIT.findings;
  });
}

async function compare(
  native: string | undefined,
  before: string,
  after: string,
  options: DiffOptions,
  flags: DiffFlags,
  signal: AbortSignal,
): Promise<Diff> {
  const sources: TreeSource[] = [];
  const open = async (written: string): Promise<TreeSource> => {
    const source = await openSource(written, signal);
    sources.push(source);
    return source;
  };
  const [old, now] = [await open(before), await open(after)];
  optimizeLater();
  limitHeapGrowth();
  limitYoungGeneration();
  const engine = openFileEngine(native, flags, signal);
  const progress = new DiffProgress(process.stderr);
  try {
    const context = { engine, signal, ...(flags.cacheDir !== undefined && { cacheDir: flags.cacheDir }) };
    const result = await diff(old, now, options, { ...context, onEvent: (event) => progress.on(event) });
    const intended = mirrorsOf(flags);
    const { before: scanned, after: scannedNow } = result.scans;
    if (flags.missed !== true) {
      return {
        ...result,
        ...(intended.length > 0 && { drift: findDrift(scanned, scannedNow, intended, [], options.without) }),
      };
    }
    const state = (scan: Scan, source: TreeSource): ScannedState => ({
      scan,
      source,
      read: (paths) => readElements(source, scan.options, paths, { ...context, outcomes: new Map() }),
    });
    const missed = await findMissedBetween(state(scanned, old), state(scannedNow, now), options.without);
    const { relations } = await findRelations(scanned, old, signal);
    const mirrors = [...intended, ...foundMirrors(relations, intended)];
    const drift = findDrift(scanned, scannedNow, mirrors, missed, options.without);
    return { ...result, missed: withMirrorsOfEdits(missed, mirrors), ...(mirrors.length > 0 && { drift }) };
  } finally {
    progress.end();
    await engine.close();
    for (const source of sources) await source.close();
  }
}
