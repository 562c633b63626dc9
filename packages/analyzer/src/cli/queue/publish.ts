import { publish } from '@analyzer/core/queue/publish.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import { interruptible } from '../output/interrupt.ts';
import { StatusLine } from '../output/status-line.ts';
import { writeStream } from '../output/write-stream.ts';
import type { PublishFlags } from './flags.ts';
import { gauge, type Metric, processMetrics } from './metrics.ts';
import { withQueue } from './open-queue.ts';
import { withStatus } from './status-server.ts';

/** Writes an index of all indexed projects. */
export async function publishCommand(flags: PublishFlags): Promise<void> {
  await interruptible((signal) =>
    withQueue(flags.queue, async (connection) => {
      const openEngine = async () => (await import('../engine/open.ts')).openIndexEngine(flags, signal);
      const status = new StatusLine(process.stderr);
      const read = { number: 0, total: 0 };
      const onProject = ({ label, number, total }: { label: string; number: number; total: number }) => {
        Object.assign(read, { number, total });
        status.draw(`[${number}/${total}] ${visible(label)}`);
      };
      const served = { isRunning: () => !signal.aborted, metrics: () => publishMetrics(read) };
      try {
        const published = await withStatus(flags.statusPort, served, () =>
          publish(connection, { db: flags.db, keep: flags.keep, openEngine, onProject, signal }),
        );
        status.end();
        const { projects, missing, snapshotId, isUnchanged } = published;
        const without = missing === 0 ? '' : `, ${missing} without a result are missing`;
        const unchanged = isUnchanged ? 'unchanged: nothing was written\n' : '';
        const lines = [`${projects} projects${without}\nsnapshot ${snapshotId}\n`, unchanged];
        await writeStream(process.stdout, lines, signal);
      } finally {
        status.end();
      }
    }),
  );
}

function publishMetrics({ number, total }: { number: number; total: number }): Metric[] {
  return [
    gauge('publish_projects', 'Projects of the index that is written.', total),
    gauge('publish_projects_read', 'Projects that are read; then their functions are grouped.', number),
    ...processMetrics(),
  ];
}
