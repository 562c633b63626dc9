import { completeOptions } from '@analyzer/core/scan/options.ts';
import { interruptible } from './interrupt.ts';
import { NewFile } from './new-file.ts';
import { requireNone } from './require-complete.ts';
import type { ScanFlags } from './scan-flags.ts';
import { chosenOptions } from './scan-options.ts';
import { writeStream } from './write-stream.ts';

/** Scans and writes the result, to a new file or to stdout. */
export async function scanCommand(path: string, flags: ScanFlags): Promise<void> {
  const options = completeOptions(chosenOptions(flags));
  await interruptible(async (signal, onForcedEnd) => {
    const file = flags.output === undefined ? undefined : new NewFile(flags.output);
    onForcedEnd(() => file?.discard());
    const write = (texts: Iterable<string | Uint8Array>) =>
      file === undefined ? writeStream(process.stdout, texts, signal) : file.write(texts, signal);
    const { cacheDir, ...rest } = flags;
    const shortfall =
      cacheDir !== undefined && flags.format === 'terminal'
        ? await (await import('./kept-scan.ts')).keptScan(path, options, { ...rest, cacheDir }, { write, signal })
        : await (await import('./full-scan.ts')).fullScan(path, options, flags, { write, signal });
    if (flags.strict === true) requireNone(shortfall);
  });
}
