import { remedyOf } from '../dispatch/rejected.ts';
import type { TaskStatus } from '../dispatch/task-states.ts';
import { lastAttempt } from '../dispatch/unsettled.ts';
import { artifactFolder } from '../result/model.ts';
import { isSettled } from '../result/verify-plan.ts';
import { baseKey, type ExtractionState } from '../state/model.ts';
import { ticketDigest } from '../tracker/digest.ts';

/** A line of an explanation. */
export interface ExplainedFact {
  label: string;
  value: string;
}

export interface Explanation {
  facts: ExplainedFact[];
  /** Why the result is refused: file and reason. */
  refusals: string[];
  /** The command or action that comes next; undefined if there is nothing to do. */
  next: string | undefined;
}

/** Why a task has its state: ticket, result, digests, tasks before it, attempts, and what comes next. */
export function explain(one: TaskStatus, states: readonly TaskStatus[], state: ExtractionState): Explanation {
  const { task, recorded, ticket, check, reason } = one;
  const key = recorded?.task_key ?? task.task_key;
  const facts: ExplainedFact[] = [
    { label: 'task', value: `${key} (${task.stage}) in ${task.project}: ${task.title}` },
    { label: 'state', value: `${one.state}: ${reason}` },
    { label: 'input digest', value: task.input_digest },
  ];
  const add = (label: string, value: string) => facts.push({ label, value });
  if (recorded !== undefined) add('ticket', `${recorded.ticket_id}, ${ticket?.status ?? 'missing'}`);
  if (ticket !== undefined && recorded !== undefined) {
    const its = ticketDigest(ticket);
    const isSame = its === recorded.digest;
    add('ticket digest', isSame ? its : `${its}, recorded ${recorded.digest}: a person edited what runs`);
    if (ticket.labels.length > 0) add('labels', ticket.labels.join(', '));
    if (ticket.lastError !== null) add('last error', ticket.lastError);
  }
  for (const before of task.after) {
    const its = states.find((other) => other.task.task_key === before);
    const isDone = isSettled(its?.check);
    add(
      'after',
      `${before}: ${isDone ? assuranceOf(its?.check) : `${its?.state ?? 'unknown'}, ${its?.reason ?? 'not in the plan'}`}`,
    );
  }
  if ('handoff' in check) add('handoff digest', check.handoff.handoff_digest);
  add('result', `${artifactFolder(key)}/result.json${'delivery' in check ? ` (${check.delivery.file.sha256})` : ''}`);
  if ('assurance' in check && check.state !== 'undecided') add('assurance', check.assurance);
  if ('checks' in check) {
    for (const { check: name, outcome, reason } of check.checks) {
      add(`check ${name}`, `${outcome.replace('_', ' ')}${reason === null ? '' : `: ${reason}`}`);
    }
  }
  const attempts = state.attempts.filter((attempt) => attempt.task_key === key);
  for (const { number, state: its, outcome, exit_code: exit, log } of attempts) {
    const end = outcome === null ? '' : `, ${outcome}${exit === null ? '' : ` with exit code ${exit}`}`;
    add(`attempt ${number}`, `${its}${end}${log === null ? '' : `, output in ${log}`}`);
  }
  const refusals =
    check.state === 'refused'
      ? check.refusals.map(({ reason, file, message }) => `${file}: ${message} (${reason})`)
      : [];
  return { facts, refusals, next: nextStep(one, key, states, state) };
}

function assuranceOf(check: TaskStatus['check'] | undefined): string {
  return check !== undefined && 'assurance' in check ? check.assurance : 'not needed';
}

function nextStep(
  { state: its, task, check, recorded, damage }: TaskStatus,
  key: string,
  states: readonly TaskStatus[],
  state: ExtractionState,
): string | undefined {
  const resolve = `analyzer tickets attempts resolve ${key}`;
  switch (its) {
    case 'complete':
    case 'not_needed':
      return undefined;
    case 'ready':
      return 'analyzer tickets dispatch --execute';
    case 'waiting':
      return firstBlocking(task.after, states) ?? 'analyzer tickets status';
    case 'ambiguous':
      return `check what the attempt changed in ${task.project}, then ${resolve}`;
    case 'stale':
      return 'restore the file, or analyzer workspace index and analyzer tickets plan';
    case 'refused':
    case 'failed':
      return its === 'refused' && check.state === 'refused'
        ? remedyOf(check.refusals[0], key, task.project)
        : `repair the result, or ${resolve} --replace`;
    case 'needs_person':
      if (recorded === undefined) return 'analyzer tickets materialize';
      if (damage !== undefined) return 'correct the file of the ticket, or restore it from version control';
      if (check.state === 'undecided') return `review the result, then ${resolve} --accept, or ${resolve} --replace`;
      if (check.state === 'delivered') return `review the result, then set the status of the ticket to done`;
      return lastAttempt(state, key) === undefined ? 'edit the ticket' : resolve;
  }
}

/** The first task, along tasks that wait for others, that does not wait itself. */
function firstBlocking(after: readonly string[], states: readonly TaskStatus[]): string | undefined {
  const byKey = new Map(states.map((one) => [one.task.task_key, one]));
  const seen = new Set<string>();
  const open = [...after];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const its = byKey.get(baseKey(key));
    if (its === undefined || isSettled(its.check) || seen.has(key)) continue;
    seen.add(key);
    const unsettled = its.task.after.filter((one) => !isSettled(byKey.get(one)?.check));
    if (unsettled.length === 0) return `analyzer tickets explain ${key}`;
    open.push(...unsettled);
  }
  return undefined;
}
