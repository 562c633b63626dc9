import type { TaskStatus } from '@analyzer/core/extract/dispatch/task-states.ts';
import { visible } from '@analyzer/core/render/visible.ts';

/** A line about a task: key, project, ticket, title. */
export function taskLine({ task, recorded }: TaskStatus): string {
  const { task_key: key, project, title } = task;
  return visible(`${recorded?.task_key ?? key}  ${project}  ${recorded?.ticket_id ?? '-'}  ${title}`);
}

/** A line about the state of a task. */
export function stateLine({ task, recorded, state, reason }: TaskStatus): string {
  return visible(`${recorded?.task_key ?? task.task_key}  ${state}: ${reason}`);
}

/** The number of tasks in each state, in a fixed order. */
export function countsLine(states: readonly TaskStatus[]): string {
  const counts = new Map<string, number>();
  for (const { state } of states) counts.set(state, (counts.get(state) ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}
