import type { Check } from '../result/model.ts';
import { isSettled } from '../result/verify-plan.ts';
import { type Attempt, currentPlan } from '../state/model.ts';
import { ticketDigest } from '../tracker/digest.ts';
import { type Ticket, WAITING_FOR_DEPENDENCIES, WAITING_FOR_REVIEW } from '../tracker/port.ts';
import { type CitedFile, CitedFiles, waitingWork } from './cited-files.ts';
import type { Projects, Survey, SurveyedTask } from './survey.ts';
import { isUnsettled, lastAttempt, refusedProjects } from './unsettled.ts';

/**
 * `complete`: the result is accepted. `not_needed`: the design keeps all copies. `ready`: may run now. `waiting`: for other tasks or
 * another process. `ambiguous`: the effects of an attempt are not known. `refused`: the result or ticket is not accepted.
 * `failed`: the task failed or was canceled. `stale`: cited files changed since the plan. `needs_person`: a person must
 * decide.
 */
export type TaskState =
  | 'complete'
  | 'not_needed'
  | 'ready'
  | 'waiting'
  | 'ambiguous'
  | 'refused'
  | 'failed'
  | 'stale'
  | 'needs_person';

export interface TaskStatus extends SurveyedTask {
  state: TaskState;
  /** Why, in one sentence. */
  reason: string;
}

type Decision = [state: TaskState, reason: string];

/** The state of each task, in the order of the plan. */
export async function taskStates(survey: Survey, filesOf: Projects['filesOf']): Promise<TaskStatus[]> {
  const refused = refusedProjects(survey.state);
  const sources = new CitedFiles(currentPlan(survey.state), survey.checks, filesOf, waitingWork(survey.tasks));
  const states: TaskStatus[] = [];
  for (const one of survey.tasks) {
    const [state, reason] = decide(one, survey, refused);
    const stale = state === 'ready' ? await sources.changedFor(one.task) : undefined;
    states.push(
      stale === undefined ? { ...one, state, reason } : { ...one, state: 'stale', reason: staleReason(stale) },
    );
  }
  return states;
}

function staleReason({ project, path }: CitedFile): string {
  return `${path} of ${project} changed since the plan`;
}

function decide(one: SurveyedTask, survey: Survey, refused: ReadonlyMap<string, Attempt>): Decision {
  const { check, recorded, ticket, task, damage } = one;
  if (check.state === 'not_needed') return ['not_needed', 'the design keeps all copies where they are'];
  if (check.state === 'verified') return ['complete', assured(check)];
  if (recorded === undefined) return ['needs_person', 'there is no ticket; run `analyzer tickets materialize`'];
  if (damage !== undefined)
    return ['needs_person', `the ticket ${recorded.ticket_id} of ${task.project} is damaged: ${damage}`];
  if (ticket === undefined)
    return ['needs_person', `the tracker of ${task.project} has no ticket ${recorded.ticket_id}`];
  const attempts = survey.state.attempts.filter(({ task_key: key }) => key === recorded.task_key);
  const open = attempts.findLast(isUnsettled);
  if (open !== undefined) return unsettled(open);
  if (ticket.status === 'canceled' || ticket.status === 'failed') {
    return ['failed', `the ticket is ${ticket.status}${reasonIn(ticket)}`];
  }
  if (check.state === 'waiting') return ['waiting', `waits for ${check.waitsFor.join(', ')}`];
  if (check.state === 'refused') {
    const [first] = check.refusals;
    const reason = `${first?.file}: ${first?.message}`;
    if (first?.reason === 'needs_review') return ['needs_person', reason];
    return [first?.reason === 'failed' ? 'failed' : 'refused', reason];
  }
  if (check.state === 'delivered') return ['needs_person', `${assured(check)}, but the ticket is ${ticket.status}`];
  if (check.state === 'undecided') return ['needs_person', undecidedReason(check)];
  return ofTicket(ticket, one, survey, refused.get(task.project));
}

const NAMES: Readonly<Record<Check['check'], string>> = {
  exports: 'exports',
  code: 'code',
  changed_files: 'changed files',
  files: 'files of the task',
  copies: 'copies',
  importers: 'importers',
  project: 'project',
  release: 'release',
};

type Accepted = Extract<SurveyedTask['check'], { assurance: unknown }>;

function assured({ assurance, checks }: Accepted): string {
  const named = (wanted: Check['outcome']): string =>
    checks.flatMap(({ check, outcome }) => (outcome === wanted ? [NAMES[check]] : [])).join(', ');
  const notes = [
    ...(named('undecided') === '' ? [] : [`a person accepted: ${named('undecided')}`]),
    ...(named('not_checked') === '' ? [] : [`${named('not_checked')} not checked`]),
  ];
  return `the result is ${assurance}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
}

/** Why a person decides about a result. */
export function undecidedReason({ checks }: Pick<Accepted, 'checks'>): string {
  return checks.find(({ outcome }) => outcome === 'undecided')?.reason ?? 'a check is undecided';
}

function unsettled(attempt: Attempt): Decision {
  const which = `attempt ${attempt.number}`;
  if (attempt.state === 'ambiguous')
    return ['ambiguous', `the effects of ${which} are not known (${attempt.outcome ?? 'no outcome'})`];
  if (attempt.begun === true)
    return ['waiting', `${which} has begun; \`analyzer tickets submit ${attempt.task_key}\` ends it`];
  return ['waiting', `${which} is ${attempt.state}`];
}

/** The state of a task without a result of which all tasks before are verified. */
function ofTicket(ticket: Ticket, { recorded }: SurveyedTask, survey: Survey, refused: Attempt | undefined): Decision {
  switch (ticket.status) {
    case 'done':
      return ['refused', 'the ticket is done without a result'];
    case 'review':
    case 'blocked':
      return ['needs_person', `the ticket is ${ticket.status}${reasonIn(ticket)}`];
    case 'in_progress':
      return ['waiting', 'the ticket is in progress'];
    default:
  }
  const held = reasonToHold(ticket, recorded, survey);
  if (held !== undefined) return held;
  if (refused !== undefined) {
    return ['waiting', `attempt ${refused.number} of ${refused.task_key} may still run in the project`];
  }
  return ['ready', 'the results of all tasks before it are consistent'];
}

function reasonToHold(ticket: Ticket, recorded: SurveyedTask['recorded'], survey: Survey): Decision | undefined {
  if (recorded === undefined || ticketDigest(ticket) !== recorded.digest) {
    return ['needs_person', 'executor, script, queue or prompt of the ticket changed since it was created'];
  }
  if (ticket.executor.kind === 'human') return ['needs_person', 'the ticket is for a person'];
  if (ticket.labels.includes(WAITING_FOR_REVIEW))
    return ['ambiguous', `the ticket has the label ${WAITING_FOR_REVIEW}`];
  const label = ticket.labels.find(isHolding);
  if (label !== undefined) return ['needs_person', `the ticket has the label ${label}`];
  const blocker = openBlocker(ticket, recorded.project, survey);
  if (blocker !== undefined) return ['waiting', `the ticket is blocked by ${blocker}`];
  const last = lastAttempt(survey.state, recorded.task_key);
  if (last?.state === 'ended' && last.outcome !== 'failed_to_start') {
    return ['needs_person', `attempt ${last.number} ended without a result`];
  }
  return undefined;
}

/** Labels that keep a ticket from all runners; the one for dependencies is ours, and they are verified. */
function isHolding(label: string): boolean {
  if (label === WAITING_FOR_DEPENDENCIES) return false;
  return /^(?:waiting:|needs-human|actor:human$|autonomy-frontier$)/.test(label);
}

/** A blocking ticket that is not done. Tickets of tasks count by their results. */
function openBlocker({ blockedBy }: Ticket, project: string, { tickets, tasks, state }: Survey): string | undefined {
  return blockedBy.find((id) => {
    const its = tasks.find(({ recorded }) => recorded?.project === project && recorded.ticket_id === id);
    if (its !== undefined) return !isSettled(its.check);
    // A replaced ticket of a task: its replacement counts.
    if (state.tickets.some((one) => one.project === project && one.ticket_id === id)) return false;
    return tickets.get(project)?.get(id)?.status !== 'done';
  });
}

function reasonIn({ lastError }: Ticket): string {
  return lastError === null ? '' : `: ${lastError}`;
}
