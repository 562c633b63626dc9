import { AnalyzerError } from '@analyzer/contracts';
import { type Enqueued, enqueue } from '@analyzer/core/queue/enqueue.ts';
import { labelOf, parseSource, revisionOf, sourceText } from '@analyzer/core/queue/source/source.ts';
import { chosenOptions } from '../options/scan.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { EnqueueFlags } from './flags.ts';
import { withQueue } from './open-queue.ts';

/** Adds the sources to the queue, one after another, and prints what the queue did. */
export async function enqueueCommand(texts: readonly string[], flags: EnqueueFlags): Promise<void> {
  if (flags.label !== undefined && texts.length > 1) {
    throw new AnalyzerError(
      'usage',
      { problem: '--label names one project' },
      { hint: 'Enqueue one source at a time.' },
    );
  }
  // A wrong argument changes nothing.
  const sources = texts.map(parseSource);
  const options = chosenOptions(flags);
  const counts: Record<Enqueued, number> = { added: 0, waiting: 0, done: 0, again: 0 };
  await interruptible((signal) =>
    withQueue(flags.queue, async (connection) => {
      for (const source of sources) {
        const revision = await revisionOf(source, signal);
        const label = flags.label ?? labelOf(source);
        counts[await enqueue(connection, { label, source: sourceText(source), revision, options })]++;
      }
      await writeStream(process.stdout, [`${summary(counts)}\n`], signal);
    }),
  );
}

function summary({ added, waiting, done, again }: Record<Enqueued, number>): string {
  return `${added} added, ${again} again, ${waiting} already waiting, ${done} already indexed`;
}
