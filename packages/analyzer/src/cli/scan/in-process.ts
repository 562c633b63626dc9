import { renderDot } from '@analyzer/core/render/dot.ts';
import { renderJson } from '@analyzer/core/render/json.ts';
import { takeSnapshot } from '@analyzer/core/render/snapshot-id.ts';
import { renderTerminal } from '@analyzer/core/render/terminal.ts';
import type { Scan, ScanOptions } from '@analyzer/core/scan/model.ts';
import { scan } from '@analyzer/core/scan/scan.ts';
import { openFileEngine } from '../engine/open.ts';
import { optimizeLater } from '../engine/optimize-later.ts';
import { terminalStyle } from '../options/style.ts';
import { interruptible } from '../output/interrupt.ts';
import { NewFile } from '../output/new-file.ts';
import { Progress } from '../output/progress.ts';
import { requireComplete } from '../output/require-complete.ts';
import { writeStream } from '../output/write-stream.ts';
import type { ScanFlags } from './flags.ts';

/** Up to this size a document is rendered once, for its id and for the reader. A larger one is rendered twice to save memory. */
const BUFFERED_BYTES = 192 * 1024 * 1024;

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
    const document = await render(result, flags, signal);
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

async function render(result: Scan, flags: ScanFlags, signal: AbortSignal): Promise<Iterable<string | Uint8Array>> {
  if (flags.format === 'json') {
    const facts = flags.detail !== 'files';
    const { id, body } = await takeSnapshot(result, facts ? BUFFERED_BYTES : 0, signal);
    return renderJson(result, { facts, snapshotId: id, body });
  }
  if (flags.format === 'dot') return renderDot(result, flags.detail);
  return renderTerminal(result, { ...terminalStyle(flags), detail: flags.detail, include: flags.include ?? [] });
}
