import { AnalyzerError } from '@analyzer/contracts';
import { type Enqueued, enqueue, knownLabel } from '@analyzer/core/queue/enqueue.ts';
import { revisionOf } from '@analyzer/core/queue/source/source.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { EnqueueFlags } from './flags.ts';
import { readSources } from './listed-sources.ts';
import { withQueue } from './open-queue.ts';
import { wantedProjects } from './wanted-projects.ts';

/** Adds the projects to the queue, one after another, and prints what the queue did. */
export async function enqueueCommand(texts: readonly string[], flags: EnqueueFlags): Promise<void> {
  const listed = [
    ...texts.map((text) => ({ text })),
    ...(flags.list === undefined ? [] : await readSources(flags.list)),
  ];
  if (listed.length === 0) {
    throw new AnalyzerError(
      'usage',
      { problem: 'no source' },
      { hint: 'Name sources, or a file of them with --list.' },
    );
  }
  if (flags.label !== undefined && listed.length > 1) {
    throw new AnalyzerError(
      'usage',
      { problem: '--label names one project' },
      { hint: 'Enqueue one source at a time.' },
    );
  }
  // A wrong argument changes nothing.
  const projects = wantedProjects(listed, flags);
  const counts: Record<Enqueued, number> = { added: 0, waiting: 0, done: 0, again: 0 };
  await interruptible((signal) =>
    withQueue(flags.queue, async (connection) => {
      for (const { from, isDefaultLabel, ...project } of projects) {
        const revision = await revisionOf(from, signal);
        const known = isDefaultLabel ? await knownLabel(connection, project.source) : undefined;
        counts[await enqueue(connection, { ...project, label: known ?? project.label, revision })]++;
      }
      await writeStream(process.stdout, [`${summary(counts)}\n`], signal);
    }),
  );
}

function summary({ added, waiting, done, again }: Record<Enqueued, number>): string {
  return `${added} added, ${again} again, ${waiting} already waiting, ${done} already indexed`;
}
