import type { EventFacts } from '../event/facts.ts';

/** Something other than health and tests that fails until a later event shows that it is fixed. Times in ms. */
export interface Problem {
  kind: 'page' | 'metric' | 'anomaly';
  /** Address of the page or name of the metric; empty for an anomaly that names neither. */
  subject: string;
  since: number;
  /** What the newest event says about it. */
  text: string;
  /** Set where a driver measured it: only a measurement ends it. Otherwise a PASS ends it too. */
  measured: boolean;
}

/** The state of one service. The service fails while `failuresOf` is not empty. Times in milliseconds. */
export interface Condition {
  health: 'unknown' | 'up' | 'down';
  healthSince: number | null;
  /** No event reported that it is up; a PASS showed it. */
  healthPresumed: boolean;
  result: 'unknown' | 'passing' | 'failing';
  resultSince: number | null;
  problems: Problem[];
  /** When the service last passed or came up with nothing failing. */
  lastGood: number | null;
  /** When the result changed; the newest last. */
  changes: number[];
}

/** One reason why a service fails. */
export interface Failure {
  what: 'down' | 'tests' | Problem['kind'];
  subject: string;
  /** Milliseconds since 1970. */
  since: number;
  text: string;
}

const CHANGES_KEPT = 32;
const TEXT_KEPT = 300;
/** Problems of one service that are tracked one by one; further ones are one `anomaly`, which a PASS ends. */
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

/** Every reason why the service fails; empty when it does not. Incidents, webhook, page and metrics rest on it. */
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

/** Applies one event: the table in docs/dashboard.md, row by row. @param at time of the event in milliseconds */
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
    if (condition.changes.length > CHANGES_KEPT) condition.changes.shift();
  }
  condition.result = result;
  condition.resultSince = at;
}

function setProblem(condition: Condition, kind: Problem['kind'], given: string, facts: EventFacts, at: number): void {
  const { problems } = condition;
  const subject = given.slice(0, TEXT_KEPT);
  const text = (facts.headline === '' ? facts.issue : facts.headline).slice(0, TEXT_KEPT);
  const { measured } = facts;
  const known = problems.find((one) => one.kind === kind && one.subject === subject);
  if (known !== undefined) {
    // The agent sends a broken page twice; the anomaly does not take back what a driver measured.
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
  const subject = given.slice(0, TEXT_KEPT);
  const others = condition.problems.filter((one) => one.kind !== kind || one.subject !== subject);
  if (others.length === condition.problems.length) return;
  condition.problems = others;
  noteGood(condition, at);
}

function noteGood(condition: Condition, at: number): void {
  if (!isFailing(condition)) condition.lastGood = at;
}
