import { AnalyzerError } from '@analyzer/contracts';
import { type Enqueued, enqueue } from '@analyzer/core/queue/enqueue.ts';
import { revisionOf } from '@analyzer/core/queue/source/source.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { EnqueueFlags } from './flags.ts';
import { withQueue } from './open-queue.ts';
import { wantedProjects } from './wanted-projects.ts';

/** Adds the projects to the queue, one after another, and prints what the queue did. */
export async function enqueueCommand(texts: readonly string[], flags: EnqueueFlags): Promise<void> {
  if (flags.label !== undefined && texts.length > 1) {
    throw new AnalyzerError(
      'usage',
      { problem: '--label names one project' },
      { hint: 'Enqueue one source at a time.' },
    );
  }
  // A wrong argument changes nothing.
  const projects = wantedProjects(texts, flags);
  const counts: Record<Enqueued, number> = { added: 0, waiting: 0, done: 0, again: 0 };
  await interruptible((signal) =>
    withQueue(flags.queue, async (connection) => {
      for (const { from, ...project } of projects) {
        const revision = await revisionOf(from, signal);
        counts[await enqueue(connection, { ...project, revision })]++;
      }
      await writeStream(process.stdout, [`${summary(counts)}\n`], signal);
    }),
  );
}

function summary({ added, waiting, done, again }: Record<Enqueued, number>): string {
  return `${added} added, ${again} again, ${waiting} already waiting, ${done} already indexed`;
}
