import type { Failure } from '@analyzer/contracts/pages/dashboard';
import type { EventFacts } from '../event/facts.ts';
import { observedAt } from '../event/order.ts';
import { type Check, checkOf, commonCheck, covers, isSameCheck, PROBE } from './coverage.ts';

/** A reason why a service is failing, until a later event reports its fix. Times in milliseconds. */
export interface Problem extends Check {
  kind: Failure['what'];
  /** URL of the page or name of the metric, else empty. */
  subject: string;
  since: number;
  /** Time of the newest event about it, in whole seconds: an older event does not end it. */
  reported: number;
  /** Description from the newest event about it. */
  text: string;
  /** Whether a driver measured it: then only a measurement ends it, otherwise a PASS ends it too. */
  measured: boolean;
  /** Its first sender; empty if unknown. A PASS ends only a DOWN of the same sender. */
  sender: string;
  /** Reports since the last good one; the problem counts once `openAfter` of the service is reached. */
  failures: number;
  /** Good reports in a row; the problem ends once `closeAfter` of the service is reached. */
  goods: number;
  /** Time of the newest of them, in whole seconds; absent if there is none. */
  goodAt?: number;
  isOpen: boolean;
}

/** Reports in a row that open a problem and that end it. */
export interface Patience {
  openAfter: number;
  closeAfter: number;
}

export const NO_PATIENCE: Patience = { openAfter: 1, closeAfter: 1 };

const TEXT_LIMIT = 300;
/** Limit of separately tracked problems of a service besides `down`; all others are one `anomaly` without a name. */
const PROBLEMS_MOST = 50;
export const MORE_PROBLEMS = `more than ${PROBLEMS_MOST} problems`;

/** Adds a report of a failure. @param given URL of the page or name of the metric, else empty */
export function addProblem(
  problems: Problem[],
  kind: Problem['kind'],
  given: string,
  { facts, at, sender }: { facts: EventFacts; at: number; sender: string },
  openAfter: number,
): void {
  const isText = kind !== 'tests';
  const problem: Problem = {
    kind,
    subject: given.slice(0, TEXT_LIMIT),
    ...checkOf(facts),
    since: at,
    reported: observedAt(facts, at),
    text: isText ? (facts.headline === '' ? facts.issue : facts.headline).slice(0, TEXT_LIMIT) : '',
    measured: facts.measured,
    sender,
    failures: 1,
    goods: 0,
    isOpen: openAfter <= 1,
  };
  const known = problems.find((one) => isSameProblem(one, problem));
  // Agents send an event again if they got no answer: the same report does not count twice.
  const isAgain = known !== undefined && facts.timestamp !== null && problem.reported <= known.reported;
  const tracked = problems.length - (problems.some((one) => one.kind === 'down') ? 1 : 0);
  if (known !== undefined) addReport(known, problem, isAgain ? 0 : 1, openAfter);
  else if (kind === 'down' || tracked < PROBLEMS_MOST) problems.push(problem);
  else {
    const others: Problem = { ...problem, kind: 'anomaly', subject: '', file: '', endpoint: '', isOpen: true };
    const more = problems.find(isOverflow);
    if (more === undefined) problems.push({ ...others, text: MORE_PROBLEMS, measured: false });
    else addReport(more, { ...others, text: '', measured: false }, 1, openAfter);
  }
}

/** Another event about a known problem. @param count 0 if the same event was received before */
function addReport(
  known: Problem,
  { text, reported, measured, sender, ...check }: Problem,
  count: 0 | 1,
  openAfter: number,
): void {
  Object.assign(known, commonCheck(known, check));
  known.reported = Math.max(known.reported, reported);
  known.failures += count;
  if (count === 1) known.goods = 0;
  if (known.sender !== sender) known.sender = '';
  if (known.failures >= openAfter) known.isOpen = true;
  // The agent reports a broken page twice; its anomaly does not reset `measured`.
  known.measured ||= measured;
  if (text !== '') known.text = text;
}

/** A service is down once, a page and a metric have one state; tests and anomalies are separate for each check. */
function isSameProblem(a: Problem, b: Problem): boolean {
  const perCheck = a.kind === 'tests' || a.kind === 'anomaly';
  return a.kind === b.kind && a.subject === b.subject && (!perCheck || isSameCheck(a, b));
}

/** Selects the problem of one page or metric. */
export function isAbout(kind: Problem['kind'], given: string): (problem: Problem) => boolean {
  const subject = given.slice(0, TEXT_LIMIT);
  return (problem) => problem.kind === kind && problem.subject === subject;
}

/** Whether a problem means all those beyond the limit. */
export function isOverflow({ kind, text }: Problem): boolean {
  return kind === 'anomaly' && text === MORE_PROBLEMS;
}

/**
 * Ends matching problems that have been fine `closeAfter` times, or that did not fail often enough to count.
 *
 * @param report `time` of the event that ends them, in whole seconds; without a time of its own it is never a repetition
 * @returns whether a problem ended
 */
export function endProblems(
  problems: Problem[],
  matches: (problem: Problem) => boolean,
  { time, hasOwnTime }: { time: number; hasOwnTime: boolean },
  closeAfter: number,
): boolean {
  const others = problems.filter((one) => {
    if (one.reported > time || !matches(one)) return true;
    if (one.goods === 0 || !hasOwnTime || time > (one.goodAt ?? 0)) one.goods++;
    one.goodAt = time;
    return one.isOpen && one.goods < closeAfter;
  });
  const ended = others.length < problems.length;
  if (ended) problems.splice(0, problems.length, ...others);
  return ended;
}

/** Whether UP says that a problem is fixed: a probe finds what is down, and agents send no PASS of probes. */
export function endsByUp({ kind, stage }: Problem): boolean {
  return kind === 'down' || (kind === 'tests' && stage === PROBE);
}

/** Whether a PASS says that a problem is fixed. A PASS that does not name a page says nothing about it. */
export function endsByPass(problem: Problem, passed: Check, sender: string): boolean {
  if (problem.measured || !covers(passed, problem)) return false;
  if (problem.kind === 'down') return problem.sender === sender;
  return problem.kind !== 'page' || passed.endpoint !== '';
}

/** @param kind of the problem; any if undefined */
export function isOpen(problems: readonly Problem[], kind?: Problem['kind']): boolean {
  return problems.some((one) => one.isOpen && (kind === undefined || one.kind === kind));
}
