import type { Actions } from '@analyzer/core/extract/materialize/actions.ts';
import type { TaskOutcome } from '@analyzer/core/extract/materialize/materialize.ts';
import { visible } from '@analyzer/core/render/visible.ts';

/** One line for each task and one with the sums. */
export function outcomeLines(outcomes: readonly TaskOutcome[]): string[] {
  const lines = outcomes.map(({ action, key, project, ticketId }) => line(action, key, project, ticketId));
  return [...lines, sums(outcomes.map(({ action }) => action))];
}

const PLANNED = { create: 'would create', keep: 'would keep', revise: 'would revise' } as const;

export function actionLines({ tasks, superseded }: Actions): string[] {
  const actions = [
    ...tasks.map(({ action, key, task }) => ({ action: PLANNED[action], key, project: task.project, id: '' })),
    ...superseded.map(({ project, ticket }) => ({ action: 'would hold', key: ticket.key, project, id: ticket.id })),
  ];
  return [
    ...actions.map(({ action, key, project, id }) => line(action, key, project, id)),
    sums(actions.map(({ action }) => action)),
  ];
}

const WIDTH = 12;

function line(action: string, key: string, project: string, id: string): string {
  return `${action.padEnd(WIDTH)}  ${key}  ${visible(project)}  ${id}`.trimEnd().concat('\n');
}

/** `3 created, 2 kept`. */
function sums(actions: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const action of actions) counts.set(action, (counts.get(action) ?? 0) + 1);
  const parts = [...counts].map(([action, count]) => `${count} ${action}`);
  return `${parts.join(', ') || 'no tasks'}\n`;
}
