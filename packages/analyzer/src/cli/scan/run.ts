import { AnalyzerError } from '@analyzer/contracts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { handOver } from '../engine/hand-over.ts';
import { chooseNative } from '../engine/native.ts';
import { nativeArguments } from '../engine/native-arguments.ts';
import { mirrorsOf } from '../options/configuration.ts';
import { chosenOptions } from '../options/scan.ts';
import { say } from '../output/messages.ts';
import type { ScanFlags } from './flags.ts';

/** Scans a folder and writes the result. The native engine does both; this process does with the portable engine. */
export async function scanCommand(path: string, flags: ScanFlags): Promise<void> {
  const options = completeOptions(chosenOptions(flags));
  const native = chooseNative(flags, say);
  requireList(flags);
  // The native program does not know the intended mirrors, of which a list says something, and reads no history.
  if (native !== undefined && flags.blame !== true && (flags.format !== 'terminal' || mirrorsOf(flags).length === 0)) {
    const isDone = await handOver(
      native,
      [
        'scan',
        ...nativeArguments(options, flags),
        ...(flags.include === undefined ? [] : [`--include=${flags.include.join(',')}`]),
      ],
      [path],
    );
    if (isDone) return;
  }
  const { scanInProcess } = await import('./in-process.ts');
  await scanInProcess(native, path, options, flags);
}

/** @throws {AnalyzerError} `usage` for a format without lists of copies */
function requireList({ blame, format }: ScanFlags): void {
  if (blame !== true || format !== 'dot') return;
  throw new AnalyzerError(
    'usage',
    { problem: '--blame and --format dot exclude each other' },
    { hint: 'Use --format terminal or --format json.' },
  );
}
