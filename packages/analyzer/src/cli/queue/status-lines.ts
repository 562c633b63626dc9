import type { QueueStatus } from '@analyzer/core/queue/manage.ts';
import { visible } from '@analyzer/core/render/visible.ts';

const MINUTES_PER_HOUR = 60;

/** The state of a queue as terminal text. */
export function statusLines(status: QueueStatus): string[] {
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
  return lines.map((line) => `${line}\n`);
}
