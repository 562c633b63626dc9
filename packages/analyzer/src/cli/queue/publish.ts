import { publish } from '@analyzer/core/queue/publish.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import { openIndexEngine } from '../engine/open.ts';
import { interruptible } from '../output/interrupt.ts';
import { StatusLine } from '../output/status-line.ts';
import { writeStream } from '../output/write-stream.ts';
import type { PublishFlags } from './flags.ts';
import { withQueue } from './open-queue.ts';

/** Writes an index of all indexed projects. */
export async function publishCommand(flags: PublishFlags): Promise<void> {
  await interruptible((signal) =>
    withQueue(flags.queue, async (connection) => {
      const engine = openIndexEngine(flags, signal);
      const status = new StatusLine(process.stderr);
      const onProject = ({ label, number, total }: { label: string; number: number; total: number }) =>
        status.draw(`[${number}/${total}] ${visible(label)}`);
      try {
        const published = await publish(connection, { db: flags.db, engine, onProject, signal });
        status.end();
        const { projects, missing, snapshotId } = published;
        const without = missing === 0 ? '' : `, ${missing} without a result are missing`;
        await writeStream(process.stdout, [`${projects} projects${without}\nsnapshot ${snapshotId}\n`], signal);
      } finally {
        status.end();
        await engine.close();
      }
    }),
  );
}
