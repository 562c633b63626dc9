import { jsonText } from '@analyzer/contracts';
import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { TaskStatus } from '@analyzer/core/extract/dispatch/task-states.ts';
import type { ExtractionState } from '@analyzer/core/extract/state/model.ts';
import type { TasksView } from '@analyzer/core/render/tasks/model.ts';
import type { Formats } from '../options/format.ts';
import { type StyleFlags, terminalStyle } from '../options/style.ts';

/** Formats of `tickets plan`. */
export const PLAN_FORMATS = {
  json: {
    help: 'json (default; analyzer.extraction-plan.v1)',
    render: async (plan) => jsonLine((await import('@analyzer/core/extract/plan/json-pieces.ts')).jsonPieces(plan)),
  },
  terminal: { help: 'terminal: libraries, or trees', render: planLines },
  html: { help: 'html: a page', render: async (plan) => page(await planTasks(await checkedPlan(plan))) },
} satisfies Formats<[object, StyleFlags]>;

interface Status {
  state: ExtractionState;
  states: readonly TaskStatus[];
}

/** Formats of `tickets status`. */
export const STATUS_FORMATS = {
  terminal: {
    help: 'terminal (default): trees',
    render: async (status, style) => trees(await statusTasks(status), style),
  },
  html: { help: 'html: a page', render: async (status) => page(await statusTasks(status)) },
  json: {
    help: 'json (analyzer.extraction-status.v1)',
    render: async ({ state, states }) => {
      const { statusDocument } = await import('@analyzer/core/extract/status/status-document.ts');
      return [`${jsonText(statusDocument(state, states))}\n`];
    },
  },
} satisfies Formats<[Status, StyleFlags]>;

export type PlanFormat = keyof typeof PLAN_FORMATS;
export type StatusFormat = keyof typeof STATUS_FORMATS;

async function planLines(given: object, style: StyleFlags): Promise<Iterable<string>> {
  const plan = await checkedPlan(given);
  if (plan.libraries === undefined) return trees(await planTasks(plan), style);
  return (await import('./libraries-view.ts')).renderLibraries(plan, terminalStyle(style));
}

async function checkedPlan(plan: object): Promise<ExtractionPlanV1> {
  const { validate: isPlan } = await import('@analyzer/contracts/analyzer.extraction-plan.v1/validate');
  if (!isPlan(plan)) throw new RangeError('the plan does not conform to its schema');
  return plan;
}

async function planTasks(plan: ExtractionPlanV1): Promise<TasksView> {
  return (await import('./plan-view.ts')).planView(plan);
}

async function statusTasks({ state, states }: Status): Promise<TasksView> {
  return (await import('./status-view.ts')).statusView(state, states);
}

async function trees(tasks: TasksView, style: StyleFlags): Promise<Iterable<string>> {
  return (await import('@analyzer/core/render/tasks/terminal.ts')).renderTasks(tasks, terminalStyle(style));
}

async function page(tasks: TasksView): Promise<Iterable<string>> {
  return (await import('@analyzer/core/render/tasks/html.ts')).tasksPage(tasks);
}

function* jsonLine(pieces: Iterable<string>): Generator<string> {
  yield* pieces;
  yield '\n';
}
