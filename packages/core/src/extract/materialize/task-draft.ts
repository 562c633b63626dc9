import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { PlannedTask } from '../state/model.ts';
import { type TicketDraft, type TicketExecutor, WAITING_FOR_DEPENDENCIES } from '../tracker/port.ts';

/** Folder of a project with the context of its tasks. */
export const CONTEXT = '.tracker/analyzer/context';
/** Label of every ticket of this program. */
export const OWN_LABEL = 'analyzer';

/** How the chosen executor runs tickets. */
export interface Handling {
  executor: TicketExecutor;
  /** A fixed text with the key of the task at most. */
  script(key: string): string | null;
  /** In addition to those of this program. */
  labels: readonly string[];
}

export interface DraftInput {
  plan: ExtractionPlanV1;
  handling: Handling;
  /** Paths in the project that every task receives. */
  grammars: readonly string[];
  /** Ids of the preceding tickets in the same project. */
  blockedBy: string[];
}

/**
 * The ticket of a task. Every task with predecessors waits for this program: other runners treat a canceled blocking
 * ticket as done.
 *
 * @param key of the task, with the number of its replacement
 */
export function taskDraft(
  key: string,
  task: PlannedTask,
  { plan, handling, grammars, blockedBy }: DraftInput,
): TicketDraft {
  const { title, brief, context, after } = task;
  return {
    key,
    title,
    description: brief,
    labels: [OWN_LABEL, ...handling.labels, ...(after.length === 0 ? [] : [WAITING_FOR_DEPENDENCIES])],
    blockedBy,
    queue: plan.config.queue,
    executor: handling.executor,
    prompt: brief,
    contextFiles: [...context, ...grammars].map((path) => `${CONTEXT}/${path}`),
    script: handling.script(key),
  };
}
