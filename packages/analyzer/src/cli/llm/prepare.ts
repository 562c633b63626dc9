import { jsonText } from '@analyzer/contracts';
import { prepareDiff } from '@analyzer/core/packet/diff/prepare.ts';
import { readDiff } from '@analyzer/core/packet/diff/read-diff.ts';
import { DEFAULT_MAX_CHARS } from '@analyzer/core/packet/size.ts';
import { readText } from '../input/read-text.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';

/** Larger files are refused. */
const MAX_DIFF_BYTES = 256 * 1024 * 1024;

/** Prints the packet of a diff. */
export async function prepareCommand(path: string, { maxChars }: { maxChars?: number }): Promise<void> {
  await interruptible(async (signal) => {
    const packet = prepareDiff(readDiff(readText(path, MAX_DIFF_BYTES), path), maxChars ?? DEFAULT_MAX_CHARS);
    await writeStream(process.stdout, [`${jsonText(packet)}\n`], signal);
  });
}
