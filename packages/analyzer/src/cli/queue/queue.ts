import { forget, type QueueStatus, readStatus, retry } from '@analyzer/core/queue/manage.ts';
import { visible } from '@analyzer/core/render/visible.ts';
import { interruptible } from '../output/interrupt.ts';
import { writeStream } from '../output/write-stream.ts';
import type { QueueFlags, StatusFlags } from './flags.ts';
import { withQueue } from './open-queue.ts';

/** Prints the state of the queue. */
export async function statusCommand({ queue, format }: StatusFlags): Promise<void> {
  const status = await withQueue(queue, readStatus);
  const text =
    format === 'json' ? `${JSON.stringify({ schema: 'analyzer.queue.v1', ...status }, null, 2)}\n` : view(status);
  await print(text);
}

export async function retryCommand({ queue }: QueueFlags): Promise<void> {
  await print(`${await withQueue(queue, retry)} jobs are ready again\n`);
}

export async function forgetCommand(label: string, { queue }: QueueFlags): Promise<void> {
  await withQueue(queue, (connection) => forget(connection, label));
  await print(`removed ${visible(label)}; an index that was published before still has it\n`);
}

function print(text: string): Promise<void> {
  return interruptible((signal) => writeStream(process.stdout, [text], signal));
}

const MINUTES_PER_HOUR = 60;

function view(status: QueueStatus): string {
  const { jobs, projects, dead } = status;
  const lines = [
    `jobs       ${jobs.ready} ready, ${jobs.running} running, ${jobs.done} done, ${jobs.dead} dead, ${jobs.superseded} superseded`,
    `projects   ${projects.indexed} of ${projects.total} indexed`,
    `workers    ${status.workers} with a job`,
    `rate       ${status.done_last_minute} in the last minute, ${(status.done_last_hour / MINUTES_PER_HOUR).toFixed(1)} per minute in the last hour`,
    `parts      ${(status.part_bytes / 1e6).toFixed(1)} MB`,
  ];
  if (status.delayed > 0) lines.push(`delayed    ${status.delayed} wait after a failed attempt`);
  if (status.other_versions > 0) {
    lines.push(
      `versions   ${status.other_versions} jobs are for workers of another version: enqueue their sources again`,
    );
  }
  for (const { label, problem, attempts } of dead) {
    lines.push(`dead       ${visible(label)}: ${visible(problem)} (attempts: ${attempts})`);
  }
  return `${lines.join('\n')}\n`;
}
