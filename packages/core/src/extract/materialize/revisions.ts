import { isDeepStrictEqual } from 'node:util';
import { AnalyzerError } from '@analyzer/contracts';
import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { Checkout, ExtractionState } from '../state/model.ts';

export type Choice = Pick<ExtractionState, 'tracker' | 'executor'>;

/** Whether a plan is the current revision. */
export function isCurrent(state: ExtractionState | undefined, plan: ExtractionPlanV1): boolean {
  return isDeepStrictEqual(state?.plans.at(-1), plan);
}

/** Whether a plan has exactly the tasks of the current revision. */
export function hasSameTasks(state: ExtractionState | undefined, { tasks }: ExtractionPlanV1): boolean {
  return isDeepStrictEqual(state?.plans.at(-1)?.tasks, tasks);
}

/**
 * A state with a plan as its current revision.
 *
 * @throws AnalyzerError `usage` if its tickets are in another tracker
 */
export function withPlan(
  before: ExtractionState | undefined,
  plan: ExtractionPlanV1,
  checkouts: readonly Checkout[],
  choice: Choice,
): ExtractionState {
  if (before === undefined) {
    const schema = 'analyzer.extraction-state.v1';
    return { schema, plans: [plan], checkouts: [...checkouts], ...choice, tickets: [], attempts: [] };
  }
  const { kind, folder } = before.tracker;
  if (kind !== choice.tracker.kind || folder !== choice.tracker.folder) {
    throw new AnalyzerError(
      'usage',
      { problem: `the tickets of this state are in the tracker ${kind}${folder === null ? '' : `, folder ${folder}`}` },
      { hint: 'Name the same tracker and folder, or another state file.' },
    );
  }
  const named = new Set(checkouts.map(({ project }) => project));
  const others = before.checkouts.filter(({ project }) => !named.has(project));
  return {
    ...before,
    ...choice,
    plans: isCurrent(before, plan) ? before.plans : [...before.plans, plan],
    checkouts: [...checkouts, ...others],
  };
}
