import type { EventFacts } from '../event/facts.ts';

/** A problem other than health and tests that exists until a later event reports its fix. Times in milliseconds. */
export interface Problem {
  kind: 'page' | 'metric' | 'anomaly';
  /** URL of the page or name of the metric; empty for an anomaly with neither. */
  subject: string;
  since: number;
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

/** One reason why a service is failing. */
export interface Failure {
  what: 'down' | 'tests' | Problem['kind'];
  subject: string;
  /** Unix time in milliseconds. */
  since: number;
  text: string;
}

const CHANGES_LIMIT = 32;
const TEXT_LIMIT = 300;
/** Limit of separately tracked problems of a service; all others are one `anomaly`, which a PASS ends. */
const PROBLEMS_MOST = 50;

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
export function failuresOf({ health, healthSince, result, resultSince, problems }: Condition): Failure[] {
  const failures: Failure[] = [];
  if (health === 'down') failures.push({ what: 'down', subject: '', since: healthSince ?? 0, text: '' });
  if (result === 'failing') failures.push({ what: 'tests', subject: '', since: resultSince ?? 0, text: '' });
  for (const { kind, subject, since, text } of problems) failures.push({ what: kind, subject, since, text });
  return failures;
}

export function isFailing({ health, result, problems }: Condition): boolean {
  return health === 'down' || result === 'failing' || problems.length > 0;
}

/** Applies one event, as in the table of docs/dashboard.md. @param at time of the event in milliseconds */
export function applyEvent(condition: Condition, facts: EventFacts, at: number): void {
  switch (facts.type) {
    case 'HEALTH_TRANSITION':
      if (facts.to === 'up' || facts.to === 'down') setHealth(condition, facts.to, at, false);
      if (facts.to === 'up') noteGood(condition, at);
      break;
    case 'REGRESSION':
      setResult(condition, 'failing', at);
      break;
    case 'PASS':
      setResult(condition, 'passing', at);
      if (condition.health === 'down') setHealth(condition, 'up', at, true);
      condition.problems = condition.problems.filter(({ measured }) => measured);
      noteGood(condition, at);
      break;
    case 'VISUAL_DIFF':
      if (facts.page === 'broken') setProblem(condition, 'page', facts.url, facts, at);
      else if (facts.page === 'works') endProblem(condition, 'page', facts.url, at);
      break;
    case 'ANOMALY':
      if (facts.metric === null) setProblem(condition, facts.url === '' ? 'anomaly' : 'page', facts.url, facts, at);
      else if (facts.metric.exceeded) setProblem(condition, 'metric', facts.metric.name, facts, at);
      else endProblem(condition, 'metric', facts.metric.name, at);
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
  const subject = given.slice(0, TEXT_LIMIT);
  const text = (facts.headline === '' ? facts.issue : facts.headline).slice(0, TEXT_LIMIT);
  const { measured } = facts;
  const known = problems.find((one) => one.kind === kind && one.subject === subject);
  if (known !== undefined) {
    // The agent reports a broken page twice; its anomaly does not reset `measured`.
    known.measured ||= measured;
    if (text !== '') known.text = text;
  } else if (problems.length < PROBLEMS_MOST) problems.push({ kind, subject, since: at, text, measured });
  else if (!problems.some((one) => one.kind === 'anomaly' && one.subject === '')) {
    problems.push({
      kind: 'anomaly',
      subject: '',
      since: at,
      text: `more than ${PROBLEMS_MOST} problems`,
      measured: false,
    });
  }
}

function endProblem(condition: Condition, kind: Problem['kind'], given: string, at: number): void {
  const subject = given.slice(0, TEXT_LIMIT);
  const others = condition.problems.filter((one) => one.kind !== kind || one.subject !== subject);
  if (others.length === condition.problems.length) return;
  condition.problems = others;
  noteGood(condition, at);
}

function noteGood(condition: Condition, at: number): void {
  if (!isFailing(condition)) condition.lastGood = at;
}
