import { AnalyzerError } from '@analyzer/contracts';
import { pruneCache, type Tally } from '@analyzer/core/parse/cache/prune.ts';
import { bytes, plural } from '@analyzer/core/render/terminal/numbers.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { PruneFlags } from './flags.ts';

/** Removes the least recently used packs and reports the sizes of removed and remaining packs. */
export async function cachePruneCommand({ cacheDir, maxSize, olderThan }: PruneFlags): Promise<void> {
  if (maxSize === undefined && olderThan === undefined) {
    throw new AnalyzerError(
      'usage',
      { problem: 'neither --max-size nor --older-than was given' },
      { hint: 'See `analyzer cache prune --help`.' },
    );
  }
  const limits = { ...(maxSize !== undefined && { maxSize }), ...(olderThan !== undefined && { olderThan }) };
  await interruptible(async (signal) => {
    const { removed, retained } = pruneCache(cacheDir, limits);
    const tally = ({ packs, bytes: size }: Tally) => `${plural(packs, 'pack')}, ${bytes(size)}`;
    await writeStream(process.stdout, [`removed ${tally(removed)}\n`, `kept    ${tally(retained)}\n`], signal);
  });
}
