import type { Failure } from '@analyzer/contracts/pages/dashboard';
import type { EventFacts } from '../event/facts.ts';
import { observedAt } from '../event/order.ts';
import { type Check, checkOf, commonCheck, covers, isSameCheck } from './coverage.ts';

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
}

/** The state of one service. The service is failing while `failuresOf` is not empty. Times in milliseconds. */
export interface Condition {
  health: 'unknown' | 'up' | 'down';
  healthSince: number | null;
  /** Health is presumed because of a PASS; no event reported it. */
  healthPresumed: boolean;
  result: 'unknown' | 'passing' | 'failing';
  resultSince: number | null;
  problems: Problem[];
  /** Last time of a PASS, or of an UP after which nothing failed. */
  lastGood: number | null;
  /** Times at which the result changed; newest last. */
  changes: number[];
}

const CHANGES_LIMIT = 32;
const TEXT_LIMIT = 300;
/** Limit of separately tracked problems of a service besides `down`; all others are one `anomaly` without a name. */
const PROBLEMS_MOST = 50;
export const MORE_PROBLEMS = `more than ${PROBLEMS_MOST} problems`;

export function newCondition(): Condition {
  return {
    health: 'unknown',
    healthSince: null,
    healthPresumed: false,
    result: 'unknown',
    resultSince: null,
    problems: [],
    lastGood: null,
    changes: [],
  };
}

/** All reasons why the service is failing, if any. Incidents, webhook, page and metrics use only this function. */
export function failuresOf({ problems }: Condition): Failure[] {
  const rank = ({ kind }: Problem): number => (kind === 'down' ? 0 : kind === 'tests' ? 1 : 2);
  return problems
    .toSorted((a, b) => rank(a) - rank(b))
    .map(({ kind, subject, since, text, stage, file, endpoint }) => ({
      what: kind,
      subject,
      since,
      text,
      stage,
      file,
      endpoint,
    }));
}

export function isFailing({ problems }: Condition): boolean {
  return problems.length > 0;
}

/** Applies one event, as in the table of docs/operate/dashboard.md. @param at time of the event in milliseconds */
export function applyEvent(condition: Condition, facts: EventFacts, at: number): void {
  const { type, to, url, page, metric } = facts;
  const fail = (kind: Problem['kind'], subject = ''): void => setProblem(condition, kind, subject, facts, at);
  const end = (matches: (problem: Problem) => boolean): boolean =>
    endProblems(condition, matches, observedAt(facts, at));
  switch (type) {
    case 'HEALTH_TRANSITION':
      if (to === 'down') {
        fail('down');
        setHealth(condition, 'down', at, false);
      } else if (to === 'up') {
        end(({ kind }) => kind === 'down');
        if (!has(condition, 'down')) setHealth(condition, 'up', at, false);
        noteGood(condition, at);
      }
      break;
    case 'REGRESSION':
      fail('tests');
      setResult(condition, 'failing', at);
      break;
    case 'PASS': {
      const passed = checkOf(facts);
      end((problem) => !problem.measured && covers(passed, problem));
      setResult(condition, has(condition, 'tests') ? 'failing' : 'passing', at);
      if (condition.health === 'down' && !has(condition, 'down')) setHealth(condition, 'up', at, true);
      noteGood(condition, at);
      break;
    }
    case 'VISUAL_DIFF':
      if (page === 'broken') fail('page', url);
      else if (page === 'works' && end(isAbout('page', url))) noteGood(condition, at);
      break;
    case 'ANOMALY':
      if (metric === null) fail(url === '' ? 'anomaly' : 'page', url);
      else if (metric.exceeded) fail('metric', metric.name);
      else if (end(isAbout('metric', metric.name))) noteGood(condition, at);
      break;
  }
}

function setHealth(condition: Condition, to: 'up' | 'down', at: number, presumed: boolean): void {
  condition.healthPresumed = presumed;
  if (condition.health === to) return;
  condition.health = to;
  condition.healthSince = at;
}

function setResult(condition: Condition, result: 'passing' | 'failing', at: number): void {
  if (condition.result === result) return;
  if (condition.result !== 'unknown') {
    condition.changes.push(at);
    if (condition.changes.length > CHANGES_LIMIT) condition.changes.shift();
  }
  condition.result = result;
  condition.resultSince = at;
}

function setProblem(condition: Condition, kind: Problem['kind'], given: string, facts: EventFacts, at: number): void {
  const { problems } = condition;
  const isText = kind !== 'down' && kind !== 'tests';
  const problem: Problem = {
    kind,
    subject: given.slice(0, TEXT_LIMIT),
    ...checkOf(facts),
    since: at,
    reported: observedAt(facts, at),
    text: isText ? (facts.headline === '' ? facts.issue : facts.headline).slice(0, TEXT_LIMIT) : '',
    measured: facts.measured,
  };
  const known = problems.find((one) => isSameProblem(one, problem));
  const tracked = problems.length - (has(condition, 'down') ? 1 : 0);
  if (known !== undefined) addReport(known, problem);
  else if (kind === 'down' || tracked < PROBLEMS_MOST) problems.push(problem);
  else {
    const others: Problem = { ...problem, kind: 'anomaly', subject: '', file: '', endpoint: '' };
    const more = problems.find(isOverflow);
    if (more === undefined) problems.push({ ...others, text: MORE_PROBLEMS, measured: false });
    else addReport(more, { ...others, text: '', measured: false });
  }
}

/** Another event about a known problem. */
function addReport(known: Problem, { text, reported, measured, ...check }: Problem): void {
  Object.assign(known, commonCheck(known, check));
  known.reported = Math.max(known.reported, reported);
  // The agent reports a broken page twice; its anomaly does not reset `measured`.
  known.measured ||= measured;
  if (text !== '') known.text = text;
}

/** A service is down once, a page and a metric have one state; tests and anomalies are separate for each check. */
function isSameProblem(a: Problem, b: Problem): boolean {
  const perCheck = a.kind === 'tests' || a.kind === 'anomaly';
  return a.kind === b.kind && a.subject === b.subject && (!perCheck || isSameCheck(a, b));
}

function isAbout(kind: Problem['kind'], given: string): (problem: Problem) => boolean {
  const subject = given.slice(0, TEXT_LIMIT);
  return (problem) => problem.kind === kind && problem.subject === subject;
}

/** Whether a problem means all those beyond the limit. */
export function isOverflow({ kind, text }: Problem): boolean {
  return kind === 'anomaly' && text === MORE_PROBLEMS;
}

/** @param time of the event that ends them, in whole seconds @returns whether a problem ended */
function endProblems(condition: Condition, matches: (problem: Problem) => boolean, time: number): boolean {
  const others = condition.problems.filter((one) => one.reported > time || !matches(one));
  const ended = others.length < condition.problems.length;
  condition.problems = others;
  return ended;
}

function has({ problems }: Condition, kind: Problem['kind']): boolean {
  return problems.some((one) => one.kind === kind);
}

function noteGood(condition: Condition, at: number): void {
  if (!isFailing(condition)) condition.lastGood = at;
}
