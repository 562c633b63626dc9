import { forget, readStatus, retry } from '@analyzer/core/queue/manage.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { QueueFlags, StatusFlags } from './flags.ts';
import { STATUS_FORMATS } from './formats.ts';
import { withQueue } from './open-queue.ts';

/** Prints the state of the queue. */
export async function statusCommand({ queue, format }: StatusFlags): Promise<void> {
  const status = await withQueue(queue, readStatus);
  await print(await STATUS_FORMATS[format].render(status));
}

export async function retryCommand({ queue }: QueueFlags): Promise<void> {
  await print([`${await withQueue(queue, retry)} jobs are ready again\n`]);
}

export async function forgetCommand(label: string, { queue }: QueueFlags): Promise<void> {
  await withQueue(queue, (connection) => forget(connection, label));
  await print([`removed ${visible(label)}; an index that was published before still has it\n`]);
}

function print(lines: Iterable<string>): Promise<void> {
  return interruptible((signal) => writeStream(process.stdout, lines, signal));
}
