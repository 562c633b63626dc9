import type { Build, Deploy, Incident } from '@analyzer/contracts/pages/dashboard';
import type { EventFacts } from '../event/facts.ts';
import type { Kind } from '../event/kinds.ts';
import { happenedAt } from '../event/order.ts';
import type { StoredEvent } from '../event/stored.ts';
import { type OnDay, recordReports, recordSilence } from './check-record.ts';
import { BURST_MS } from './checks.ts';
import { type Check, checkOf } from './coverage.ts';
import { noteDeploy } from './deploys.ts';
import { addToIncidents } from './incidents.ts';
import { isOverflow, NO_PATIENCE, type Patience, type Problem } from './problems.ts';
import { applyEvent, type Condition, isFailing, newCondition } from './service-state.ts';

/** Data of the newest event of a type, retained after the event has left the ring. Times in milliseconds. */
export interface LastEvent {
  seq: number;
  at: number;
  reason: string;
  endpoint: string;
  url: string;
  file: string;
  status: string;
  stage: string;
}

type Counted = Kind | 'MEASUREMENT' | 'FAILURE';

/** Data of one service, retained after its events have left the ring. Times in milliseconds. */
export interface Rollup extends Condition {
  service: string;
  /** The sender of its first event; empty if unknown. */
  sender: string;
  firstSeen: number;
  lastSeen: number;
  count: number;
  last: Partial<Record<Kind, LastEvent>>;
  /** Hour since 1970 → number of events by type; the last seven days. */
  hours: Record<string, Partial<Record<Counted, number>>>;
  /** Milliseconds between runs, without events of one burst; newest last. */
  gaps: number[];
  /** Receipt minus the agent's clock, in milliseconds, of the newest event with a timestamp. */
  skew: number | null;
  /** Newest last; only the last one may be open. */
  incidents: Incident[];
  /** Builds that were deployed; oldest first. */
  deploys: Deploy[];
  /** The build of the newest event after which nothing failed; null if unknown. */
  goodBuild: Build | null;
}

const HOUR_MS = 3_600_000;
const HOURS_LIMIT = 7 * 24;
const GAPS_LIMIT = 32;
const SHORT_REASON_LIMIT = 400;

export function newRollup(service: string, at: number): Rollup {
  return {
    service,
    sender: '',
    firstSeen: at,
    lastSeen: at,
    count: 0,
    ...newCondition(),
    last: {},
    hours: {},
    gaps: [],
    skew: null,
    incidents: [],
    deploys: [],
    goodBuild: null,
  };
}

/** The time of an event for its service: the time of receipt, so that agents' clocks have no effect. */
export function timeOf(event: StoredEvent): number {
  return event.at ?? happenedAt(event.facts, null) * 1000;
}

/**
 * Adds one event; events come in the order of their sequence numbers.
 *
 * @param sender of the event; empty if unknown
 */
export function addToRollup(
  rollup: Rollup,
  event: StoredEvent,
  sender = '',
  { expectMs = null, ...patience }: Patience & { expectMs?: number | null } = NO_PATIENCE,
  onDay: OnDay = () => undefined,
): void {
  const { facts } = event;
  const at = timeOf(event);
  noteDeploy(rollup.deploys, event, at);
  if (facts.isDeploy) {
    rollup.count++;
    return;
  }
  recordSilence(rollup, at, onDay);
  if (at - rollup.lastSeen > BURST_MS) keep(rollup.gaps, at - rollup.lastSeen, GAPS_LIMIT);
  rollup.count++;
  rollup.firstSeen = Math.min(rollup.firstSeen, at);
  rollup.lastSeen = Math.max(rollup.lastSeen, at);
  // A value within its limits is not an anomaly.
  if (facts.metric?.exceeded !== false) rollup.last[facts.type] = lastEvent(event, at);
  if (event.at !== null && facts.timestamp !== null) {
    rollup.skew = event.at - happenedAt(facts, null) * 1000;
  }
  countHour(rollup, countedAs(facts), at);
  const reported = applyEvent(rollup, facts, at, sender, patience);
  recordReports(rollup, facts, reported, { at, expectMs }, onDay);
  const failing = isFailing(rollup);
  addToIncidents(rollup.incidents, event, at, failing);
  noteBuild(rollup, event, failing);
}

/** The build that was good before, and the one that failed first. */
function noteBuild(rollup: Rollup, { seq, facts: { build } }: StoredEvent, failing: boolean): void {
  if (!failing && build !== null) rollup.goodBuild = build;
  const newest = rollup.incidents.at(-1);
  if (failing && newest?.id === seq) {
    newest.lastGood = rollup.goodBuild;
    newest.firstBad = build;
  }
}

type AddedToProblems = keyof Check | 'reported' | keyof typeof OPEN;
type SavedProblem = Omit<Problem, AddedToProblems> & Partial<Pick<Problem, AddedToProblems>>;
type AddedToRollup = 'checks' | 'moreChecks' | 'metrics' | 'deploys' | 'goodBuild';
type SavedRollup = Omit<Rollup, 'problems' | AddedToRollup> &
  Partial<Pick<Rollup, AddedToRollup>> & { problems?: SavedProblem[] };

/** Of a problem of earlier versions, which opened with its first report; their senders are unknown. */
const OPEN = { sender: '', failures: 1, goods: 0, isOpen: true };

/**
 * Completes a rollup saved by an older version: it has no problems, or problems without checks, and an UP closed its
 * incident while its tests were still failing.
 */
export function upgradedRollup(saved: SavedRollup): Rollup {
  const problems = (saved.problems ?? []).map((one): Problem => {
    const check = { stage: '', file: '', endpoint: one.kind === 'page' ? one.subject : '' };
    return { ...check, reported: Math.floor(one.since / 1000), ...OPEN, ...one };
  });
  const { health, healthSince, result, resultSince, last } = saved;
  const open = (kind: Problem['kind'], at: number | null, named: LastEvent | undefined): void => {
    const check = checkOf(named ?? { stage: '', file: '', endpoint: '', url: '' });
    const since = at ?? saved.lastSeen;
    problems.push({
      kind,
      subject: '',
      ...check,
      since,
      reported: Math.floor(since / 1000),
      text: '',
      measured: false,
      ...OPEN,
    });
  };
  if (health === 'down' && !problems.some(({ kind }) => kind === 'down')) {
    open('down', healthSince, last.HEALTH_TRANSITION);
  }
  // Only the newest of the failed checks is known.
  if (result === 'failing' && !problems.some((one) => one.kind === 'tests' || isOverflow(one))) {
    open('tests', resultSince, last.REGRESSION);
  }
  const added = { checks: [], moreChecks: false, metrics: [], deploys: [], goodBuild: null };
  const rollup: Rollup = { ...added, ...saved, problems };
  const newest = rollup.incidents.at(-1);
  if (newest !== undefined && isFailing(rollup) && newest.closedAt !== null) {
    newest.closedAt = null;
    newest.closedBy = null;
  }
  return rollup;
}

function lastEvent({ seq, facts }: StoredEvent, at: number): LastEvent {
  const { endpoint, url, file, status, stage } = facts;
  const short = (text: string): string => text.slice(0, SHORT_REASON_LIMIT);
  return {
    seq,
    at,
    reason: short(facts.headline),
    endpoint: short(endpoint),
    url: short(url),
    file: short(file),
    status: short(status),
    stage: short(stage),
  };
}

/** A value within its limits and the start of an outage are counted apart from other events of their type. */
function countedAs({ type, metric, to, page }: EventFacts): Counted {
  if (metric?.exceeded === false) return 'MEASUREMENT';
  return (type === 'HEALTH_TRANSITION' && to === 'down') || page === 'broken' ? 'FAILURE' : type;
}

function countHour(rollup: Rollup, type: Counted, at: number): void {
  const hour = Math.floor(at / HOUR_MS);
  const counts = rollup.hours[hour] ?? {};
  counts[type] = (counts[type] ?? 0) + 1;
  rollup.hours[hour] = counts;
  const hours = Object.keys(rollup.hours);
  if (hours.length <= HOURS_LIMIT) return;
  const newest = Math.max(...hours.map(Number));
  for (const old of hours) if (Number(old) <= newest - HOURS_LIMIT) delete rollup.hours[old];
  // Times of imported events may be far apart, so the number of hours is limited too.
  for (const old of Object.keys(rollup.hours).slice(0, -HOURS_LIMIT)) delete rollup.hours[old];
}

function keep(list: number[], value: number, most: number): void {
  list.push(value);
  if (list.length > most) list.shift();
}
