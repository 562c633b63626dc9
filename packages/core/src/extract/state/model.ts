import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import type { ExtractionStateV1 } from '@analyzer/contracts/analyzer.extraction-state.v1';

/** `<stage>-<20 hex digits>`, with `-r<n>` for the replacement of a refused result. */
export type TaskKey = string;
export type PlannedTask = ExtractionPlanV1['tasks'][number];

/** The content of a state file, with validated plans. */
export interface ExtractionState extends Omit<ExtractionStateV1, 'plans'> {
  /** Revisions; each is immutable and the last one is current. */
  plans: ExtractionPlanV1[];
}

/** The folder of a project. Its root is absolute and without symbolic links. */
export type Checkout = ExtractionState['checkouts'][number];
export type RecordedTicket = ExtractionState['tickets'][number];
/** Attempts are appended and changed, never removed. */
export type Attempt = ExtractionState['attempts'][number];
/** A project before an attempt. */
export type AttemptBase = NonNullable<Attempt['base']>;
/** What Git showed after an attempt. */
export type AttemptChanges = NonNullable<Attempt['changes']>;
export type RecordedCopy = AttemptBase['copies'][number];
/** What a scan found after an attempt. */
export type AttemptFindings = NonNullable<Attempt['findings']>;
export type ProjectFinding = AttemptFindings['items'][number];

/** @throws {RangeError} for a state without a plan, which its schema refuses */
export function currentPlan({ plans }: Pick<ExtractionState, 'plans'>): ExtractionPlanV1 {
  const plan = plans.at(-1);
  if (plan === undefined) throw new RangeError('a state has at least one plan');
  return plan;
}

/** The key without the number of the replacement. */
export function baseKey(key: TaskKey): TaskKey {
  return key.replace(/-r[0-9]+$/, '');
}

/** The number of the replacement; 1 for the first ticket of a task. */
export function revisionOf(key: TaskKey): number {
  return Number(/-r([0-9]+)$/.exec(key)?.[1] ?? 1);
}

/** The ticket of a task that counts: the last replacement. */
export function ticketOf(state: Pick<ExtractionState, 'tickets'>, key: TaskKey): RecordedTicket | undefined {
  const base = baseKey(key);
  let last: RecordedTicket | undefined;
  for (const ticket of state.tickets) {
    if (baseKey(ticket.task_key) !== base) continue;
    if (last === undefined || revisionOf(ticket.task_key) > revisionOf(last.task_key)) last = ticket;
  }
  return last;
}

/** The keys of the tickets of a task that others replaced. */
export function replacedKeys(state: Pick<ExtractionState, 'tickets'>, key: TaskKey): TaskKey[] {
  const current = ticketOf(state, key)?.task_key;
  const its = state.tickets.filter(({ task_key: one }) => baseKey(one) === baseKey(key) && one !== current);
  return its.map(({ task_key: one }) => one);
}
