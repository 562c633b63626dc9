import { renderDot } from '@analyzer/core/render/dot.ts';
import { renderJson } from '@analyzer/core/render/json.ts';
import { takeSnapshot } from '@analyzer/core/render/snapshot-id.ts';
import { renderTerminal } from '@analyzer/core/render/terminal.ts';
import type { Shortfall } from '@analyzer/core/scan/kept-view.ts';
import type { Scan, ScanOptions } from '@analyzer/core/scan/model.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import { openEngine } from './engine.ts';
import { lookOptions } from './look-options.ts';
import { Progress } from './progress.ts';
import { shortfallOf } from './require-complete.ts';
import type { ScanFlags } from './scan-flags.ts';

/** A document up to here is rendered once, for its id and for the reader; of a larger one memory matters more. */
const KEPT_BYTES = 192 * 1024 * 1024;

/** Where a scan's result goes. */
export interface ScanOutput {
  write: (texts: Iterable<string | Uint8Array>) => Promise<void>;
  signal: AbortSignal;
}

/** Scans and writes the result. */
export async function fullScan(
  path: string,
  options: ScanOptions,
  flags: ScanFlags,
  { write, signal }: ScanOutput,
): Promise<Shortfall> {
  const result = await scanFolder(path, options, flags, signal);
  await write(await rendering(result, flags, signal));
  return shortfallOf(result);
}

async function scanFolder(path: string, options: ScanOptions, flags: ScanFlags, signal: AbortSignal): Promise<Scan> {
  const engine = openEngine(flags, signal);
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

async function rendering(result: Scan, flags: ScanFlags, signal: AbortSignal): Promise<Iterable<string | Uint8Array>> {
  if (flags.format === 'json') {
    const facts = flags.detail !== 'files';
    const { id, content } = await takeSnapshot(result, facts ? KEPT_BYTES : 0, signal);
    return renderJson(result, { facts, snapshotId: id, content });
  }
  if (flags.format === 'dot') return renderDot(result, flags.detail);
  return renderTerminal(result, lookOptions(flags));
}
