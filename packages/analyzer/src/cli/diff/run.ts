import { completeDiffOptions } from '@analyzer/core/diff/options.ts';
import { handOver } from '../engine/hand-over.ts';
import { chooseNative } from '../engine/native.ts';
import { nativeArguments } from '../engine/native-arguments.ts';
import { mirrorsOf } from '../options/configuration.ts';
import { chosenOptions } from '../options/scan.ts';
import { say } from '../output/messages.ts';
import type { DiffFlags } from './flags.ts';

const MILLIONTHS = 1e6;
const DECIMALS = 6;

/** Compares two projects and writes the result. The native engine does both; this process does with the portable engine. */
export async function diffCommand(before: string, after: string, flags: DiffFlags): Promise<void> {
  const options = completeDiffOptions({
    ...chosenOptions(flags),
    ...(flags.threshold !== undefined && { threshold: flags.threshold }),
    ...(flags.maxPairs !== undefined && { max_pairs: flags.maxPairs }),
    ...(flags.without && { without: flags.without }),
  });
  const native = chooseNative(flags, say);
  // The native program compares neither edits with copies nor the sides of mirrors.
  if (native !== undefined && flags.missed !== true && mirrorsOf(flags).length === 0) {
    const args = [
      'diff',
      ...nativeArguments(options, flags),
      `--threshold=${(options.threshold / MILLIONTHS).toFixed(DECIMALS)}`,
      `--max-pairs=${options.max_pairs}`,
      ...(options.without.length > 0 ? [`--without=${options.without.join(',')}`] : []),
      ...(flags.check === true ? ['--check'] : []),
    ];
    if (await handOver(native, args, [before, after])) return;
  }
  const { diffInProcess } = await import('./in-process.ts');
  await diffInProcess(native, before, after, options, flags);
}
