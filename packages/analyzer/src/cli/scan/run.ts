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
  // The native program does not know the intended mirrors, of which a list says something, reads no history and drafts nothing.
  const isInProcess = flags.blame === true || flags.ease !== undefined;
  if (native !== undefined && !isInProcess && (flags.format !== 'terminal' || mirrorsOf(flags).length === 0)) {
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

/** @throws {AnalyzerError} `usage` for a format without the wanted list of copies */
function requireList({ blame, ease, format }: ScanFlags): void {
  if (ease !== undefined && format !== 'terminal') {
    throw new AnalyzerError(
      'usage',
      { problem: `--ease and --format ${format} exclude each other` },
      { hint: 'Use `analyzer draft --list --format json`.' },
    );
  }
  if (blame !== true || format !== 'dot') return;
  throw new AnalyzerError(
    'usage',
    { problem: '--blame and --format dot exclude each other' },
    { hint: 'Use --format terminal or --format json.' },
  );
}
