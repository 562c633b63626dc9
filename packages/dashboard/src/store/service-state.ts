import type { Failure } from '@analyzer/contracts/pages/dashboard';
import type { EventFacts } from '../event/facts.ts';
import { observedAt } from '../event/order.ts';
import { type CheckState, isOutdated, noteReport } from './checks.ts';
import { checkOf } from './coverage.ts';
import { type Measured, noteMeasurement } from './measurements.ts';
import {
  addProblem,
  endProblems,
  endsByPass,
  endsByUp,
  isAbout,
  isOpen,
  NO_PATIENCE,
  type Patience,
  type Problem,
} from './problems.ts';

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
  /** All checks that have reported, in the order of their first report. */
  checks: CheckState[];
  /** Whether more checks than the limit have reported. */
  moreChecks: boolean;
  metrics: Measured[];
}

const CHANGES_LIMIT = 32;
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
    checks: [],
    moreChecks: false,
    metrics: [],
  };
}

/** All reasons why the service is failing, if any. Incidents, webhook, page and metrics use only this function. */
export function failuresOf({ problems }: Condition): Failure[] {
  const rank = ({ kind }: Problem): number => (kind === 'down' ? 0 : kind === 'tests' ? 1 : 2);
  return problems
    .filter(({ isOpen }) => isOpen)
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
  return isOpen(problems);
}

/**
 * Applies one event, as in the table of docs/operate/dashboard.md.
 *
 * @param at time of the event in milliseconds
 * @param sender of the event; empty if unknown
 * @returns the checks of which it is a report
 */
export function applyEvent(
  condition: Condition,
  facts: EventFacts,
  at: number,
  sender = '',
  patience: Patience = NO_PATIENCE,
): CheckState[] {
  const { type, to, url, page, metric } = facts;
  const { problems } = condition;
  const outdated = isOutdated(condition.checks, facts, at);
  const { reported, isFull } = noteReport(condition.checks, facts, at);
  if (isFull) condition.moreChecks = true;
  if (metric !== null) noteMeasurement(condition.metrics, metric, at);
  const fail = (kind: Problem['kind'], subject = ''): boolean => {
    if (!outdated) addProblem(problems, kind, subject, { facts, at, sender }, patience.openAfter);
    return !outdated;
  };
  const end = (matches: (problem: Problem) => boolean): boolean =>
    endProblems(
      problems,
      matches,
      { time: observedAt(facts, at), hasOwnTime: facts.timestamp !== null },
      patience.closeAfter,
    );
  switch (type) {
    case 'HEALTH_TRANSITION':
      if (to === 'down') {
        if (fail('down') && has(condition, 'down')) setHealth(condition, 'down', at, false);
      } else if (to === 'up') {
        if (end(endsByUp) && condition.result === 'failing' && !has(condition, 'tests')) {
          setResult(condition, 'passing', at);
        }
        if (!has(condition, 'down')) setHealth(condition, 'up', at, false);
        noteGood(condition, at);
      }
      break;
    case 'REGRESSION':
      if (fail('tests') && has(condition, 'tests')) setResult(condition, 'failing', at);
      break;
    case 'PASS': {
      end((problem) => endsByPass(problem, checkOf(facts), sender));
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
      else if (metric.cleared && end(isAbout('metric', metric.name))) noteGood(condition, at);
      break;
  }
  return reported;
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

function has({ problems }: Condition, kind: Problem['kind']): boolean {
  return isOpen(problems, kind);
}

function noteGood(condition: Condition, at: number): void {
  if (!isFailing(condition)) condition.lastGood = at;
}
