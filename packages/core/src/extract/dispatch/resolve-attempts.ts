import { AnalyzerError } from '@analyzer/contracts';
import { type Check, REFUSED } from '../result/model.ts';
import { type Attempt, baseKey, type RecordedTicket } from '../state/model.ts';
import { ticketDigest } from '../tracker/digest.ts';
import { type Ticket, WAITING_FOR_REVIEW } from '../tracker/port.ts';
import { isFinal } from '../tracker/status-words.ts';
import type { Journal } from './journal.ts';
import { recordWork } from './record-work.ts';
import { resultRejected } from './rejected.ts';
import { replaceTicket } from './replacement.ts';
import { recordDelivery } from './settle.ts';
import { type Projects, type Survey, type SurveyedTask, survey } from './survey.ts';
import { type TaskStatus, taskStates, undecidedReason } from './task-states.ts';
import { tasksAfter } from './tasks-after.ts';
import { isUnsettled, lastAttempt, mayBeAlive } from './unsettled.ts';

type Ticketed = SurveyedTask & { recorded: RecordedTicket; ticket: Ticket };

/**
 * Settles the attempts of a task after a person checked their effects: an accepted result completes the ticket, a task
 * without a result may run again.
 *
 * @param key of the task in the plan, or of its ticket
 * @param replace create a ticket that replaces the refused one
 * @param accept accept a result of which checks are undecided
 * @param revise create a ticket that replaces the accepted one of a design
 * @returns the task afterwards
 * @throws AnalyzerError `not_found`, `usage`, `attempt_ambiguous`, `result_rejected`, `tracker_unavailable`
 */
export async function resolveAttempts(
  key: string,
  { replace, accept = false, revise = false }: { replace: boolean; accept?: boolean; revise?: boolean },
  journal: Journal,
  projects: Projects,
): Promise<TaskStatus> {
  const found = await survey(journal.state, projects);
  requireEnded(find(key, found), found);
  await observeAgain(find(key, found), journal, projects);
  const before = await survey(journal.state, projects);
  const one = find(key, before);
  if (accept) acceptResult(one, journal);
  if (revise) await revised(one, before, journal, projects);
  else if (replace) await replaced(one, before, journal, projects);
  else if (accept) await settled(find(key, await survey(journal.state, projects)), journal, projects);
  else await settled(one, journal, projects);
  const states = await taskStates(await survey(journal.state, projects), projects.filesOf);
  const after = states.find(({ task }) => task.task_key === one.task.task_key);
  if (after === undefined) throw new AnalyzerError('internal', { problem: `${key} is not in the plan` });
  return after;
}

function find(key: string, { tasks }: Survey): Ticketed {
  const found = tasks.find(({ task }) => task.task_key === baseKey(key));
  if (found === undefined) {
    throw new AnalyzerError(
      'not_found',
      { what: 'task', name: key },
      { hint: 'The plan lists the keys of all tasks.' },
    );
  }
  const { recorded, ticket } = found;
  if (recorded === undefined || ticket === undefined) {
    throw usage(`${key} has no ticket`, 'Create it with `analyzer tickets materialize`.');
  }
  if (key !== found.task.task_key && key !== recorded.task_key) {
    throw usage(`${key} was replaced by ${recorded.task_key}`, 'Name that key.');
  }
  return { ...found, recorded, ticket };
}

/** The attempts of a task, also those of tickets that were replaced: the command that replaced one may have been killed. */
function attemptsOf({ task }: Pick<SurveyedTask, 'task'>, state: Survey['state']): Attempt[] {
  return state.attempts.filter(({ task_key: key }) => baseKey(key) === task.task_key);
}

/** @throws AnalyzerError `attempt_ambiguous` if a process of an attempt may still run */
function requireEnded(one: Ticketed, { state }: Survey): void {
  const alive = attemptsOf(one, state).find(
    (attempt) => attempt.pid !== null && isUnsettled(attempt) && mayBeAlive(attempt),
  );
  if (alive === undefined) return;
  throw new AnalyzerError(
    'attempt_ambiguous',
    { problem: `attempt ${alive.number} of ${alive.task_key} still runs as process ${alive.pid}` },
    { hint: 'Wait until it has ended, or end it.' },
  );
}

/** Reads the changes of the last attempt again, if they are not known or a person may have corrected them. */
async function observeAgain(one: Ticketed, journal: Journal, projects: Projects): Promise<void> {
  const { check, recorded } = one;
  const isContradicted =
    check.state === 'refused' &&
    check.checks.some(({ check: its, outcome }) => isObserved(its) && outcome === 'failed');
  const last = lastAttempt(journal.state, recorded.task_key);
  if (last === undefined || (last.changes !== undefined && !isContradicted)) return;
  const { changes, findings } = await recordWork(last, recorded.project, journal, projects);
  if (changes === undefined) return;
  const others = pathsOfLaterAttempts(last, recorded.project, journal.state);
  const own = new Set(last.changes?.files.map(({ path }) => path));
  const files = changes.files.filter(({ path }) => own.has(path) || !others.has(path));
  journal.change(last, { changes: { ...changes, files }, ...(findings && { findings }) });
}

/** Whether a check compares what was recorded after the attempt. */
function isObserved(check: Check['check']): boolean {
  return check === 'changed_files' || check === 'project';
}

/** Files of the project that tasks after an attempt changed. */
function pathsOfLaterAttempts(attempt: Attempt, project: string, { attempts, tickets }: Survey['state']): Set<string> {
  const projects = new Map(tickets.map(({ task_key: key, project: its }) => [key, its]));
  const later = attempts.slice(attempts.indexOf(attempt) + 1);
  const its = later.filter(({ task_key: key }) => projects.get(key) === project);
  return new Set(its.flatMap(({ changes }) => changes?.files.map(({ path }) => path) ?? []));
}

/** Records that a person accepts a result; only this one. */
function acceptResult({ check, recorded }: Ticketed, journal: Journal): void {
  if (check.state === 'refused') throw resultRejected({ check, task: { project: recorded.project } });
  if (check.state !== 'undecided') {
    throw usage(`no check of ${recorded.task_key} is undecided`, 'Run this without --accept.');
  }
  const accepted = { task_key: recorded.task_key, sha256: check.delivery.file.sha256 };
  journal.replace({ ...journal.state, accepted: [...(journal.state.accepted ?? []), accepted] });
}

async function settled(one: Ticketed, journal: Journal, projects: Projects): Promise<void> {
  const { task, check, ticket } = one;
  if (check.state === 'refused') {
    throw resultRejected(one);
  }
  if (check.state === 'undecided') {
    const hint = 'Review it, then accept it with --accept, or replace it with --replace.';
    throw usage(`a person must decide about the result: ${undecidedReason(check)}`, hint);
  }
  const tracker = projects.trackerOf(task.project);
  if (!isFinal(ticket.status)) {
    if ('delivery' in check) {
      await recordDelivery(ticket, check, tracker);
      await tracker.setStatus(ticket.id, 'done');
      // Also an open one: an archived ticket is moved back.
    } else await tracker.setStatus(ticket.id, 'open');
  }
  if (ticket.labels.includes(WAITING_FOR_REVIEW)) await tracker.setLabels(ticket.id, { remove: [WAITING_FOR_REVIEW] });
  journal.replace({ ...journal.state, attempts: resolved(one, journal.state) });
}

async function replaced(one: Ticketed, found: Survey, journal: Journal, projects: Projects): Promise<void> {
  const { check, ticket, recorded } = one;
  if ('delivery' in check && check.state !== 'undecided')
    throw usage(`the result of ${recorded.task_key} is accepted`, 'Run this without --replace.');
  if (check.state === 'not_needed') throw usage(`${recorded.task_key} is not needed`, 'The design keeps all copies.');
  if (ticketDigest(ticket) !== recorded.digest) {
    throw usage(`the ticket ${ticket.id} was edited`, 'Restore its executor, script, queue and prompt.');
  }
  const hasAttempt = lastAttempt(found.state, recorded.task_key) !== undefined;
  if (ticket.status === 'open' && check.state !== 'refused' && !hasAttempt) {
    // A second call, for example because the first one was interrupted after its last step.
    journal.replace({ ...journal.state, attempts: resolved(one, journal.state) });
    return;
  }
  const created = await replaceTicket(one, found, projects);
  const { state } = journal;
  journal.replace({ ...state, tickets: [...state.tickets, created], attempts: resolved(one, state) });
}

/** The results of the tasks after it stay: they count if they agree with the new design. */
async function revised(one: Ticketed, found: Survey, journal: Journal, projects: Projects): Promise<void> {
  const { task, check, ticket, recorded } = one;
  if (task.stage !== 'design' && task.stage !== 'route-review') {
    throw usage(`${recorded.task_key} is not a design`, 'Only designs and route reviews can be revised.');
  }
  const isInterrupted = check.state === 'no_result' && isMovedAside(recorded, projects);
  if (!('delivery' in check) && !isInterrupted) {
    throw usage(`${recorded.task_key} has no accepted result`, 'Submit it, or replace a refused one with --replace.');
  }
  if (ticketDigest(ticket) !== recorded.digest) {
    throw usage(`the ticket ${ticket.id} was edited`, 'Restore its executor, script, queue and prompt.');
  }
  const running = tasksAfter(task.task_key, found).find((its) => attemptsOf(its, found.state).some(isUnsettled));
  if (running !== undefined) {
    throw usage(
      `${running.task.task_key} is in work`,
      'Submit it, or give it up with `analyzer tickets attempts resolve`.',
    );
  }
  const created = await replaceTicket(one, found, projects);
  const { state } = journal;
  journal.replace({ ...state, tickets: [...state.tickets, created], attempts: resolved(one, state) });
}

/** Whether a run ended after it moved a result aside, before it recorded the new ticket. */
function isMovedAside({ task_key: key, project }: RecordedTicket, { folderOf }: Projects): boolean {
  return folderOf(project).list(`${REFUSED}/${key}`).length > 0;
}

function resolved(one: Ticketed, state: Survey['state']): Attempt[] {
  const its = new Set(attemptsOf(one, state));
  return state.attempts.map((attempt) => (its.has(attempt) ? { ...attempt, state: 'resolved' } : attempt));
}

function usage(problem: string, hint: string): AnalyzerError {
  return new AnalyzerError('usage', { problem }, { hint });
}
