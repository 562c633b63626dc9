import type { Kind } from '../event/kinds.ts';
import { happenedAt } from '../event/order.ts';
import type { StoredEvent } from '../event/stored.ts';
import { addToIncidents, type Incident } from './incidents.ts';

/** What is left of the newest event of a kind when the event itself has left the ring. Times in milliseconds. */
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

/** Everything that is known of one service, however long ago its events left the ring. Times in milliseconds. */
export interface Rollup {
  service: string;
  /** Who posted its first event; empty when that is not known. */
  sender: string;
  firstSeen: number;
  lastSeen: number;
  count: number;
  health: 'unknown' | 'up' | 'down';
  healthSince: number | null;
  /** Nobody said that it is up: a PASS showed it. */
  healthPresumed: boolean;
  result: 'unknown' | 'passing' | 'failing';
  resultSince: number | null;
  lastGood: number | null;
  last: Partial<Record<Kind, LastEvent>>;
  /** Hour since 1970 → events by kind; seven days. */
  hours: Record<string, Partial<Record<Kind, number>>>;
  /** When the result changed; the newest last. */
  changes: number[];
  /** Milliseconds between events; the newest last. */
  gaps: number[];
  /** Receipt minus the agent's clock, in milliseconds, of the newest event that named a time. */
  skew: number | null;
  /** The newest last; only the last one can be open. */
  incidents: Incident[];
}

const HOUR_MS = 3_600_000;
const HOURS_KEPT = 7 * 24;
const CHANGES_KEPT = 32;
const GAPS_KEPT = 32;
const REASON_KEPT = 400;

export function newRollup(service: string, at: number): Rollup {
  return {
    service,
    sender: '',
    firstSeen: at,
    lastSeen: at,
    count: 0,
    health: 'unknown',
    healthSince: null,
    healthPresumed: false,
    result: 'unknown',
    resultSince: null,
    lastGood: null,
    last: {},
    hours: {},
    changes: [],
    gaps: [],
    skew: null,
    incidents: [],
  };
}

/** Time by which a service is judged: that of the receipt, so that agents' clocks do not matter. */
export function timeOf(event: StoredEvent): number {
  return event.at ?? happenedAt(event.facts, null) * 1000;
}

/** Takes one event in; events come in the order of their sequence numbers. */
export function addToRollup(rollup: Rollup, event: StoredEvent): void {
  const { facts } = event;
  const at = timeOf(event);
  if (rollup.count > 0) keep(rollup.gaps, Math.max(0, at - rollup.lastSeen), GAPS_KEPT);
  rollup.count++;
  rollup.firstSeen = Math.min(rollup.firstSeen, at);
  rollup.lastSeen = Math.max(rollup.lastSeen, at);
  rollup.last[facts.type] = lastEvent(event, at);
  if (event.at !== null && facts.timestamp !== null) {
    rollup.skew = event.at - happenedAt(facts, null) * 1000;
  }
  countHour(rollup, facts.type, at);
  if (facts.type === 'HEALTH_TRANSITION') setHealth(rollup, facts.to, at);
  else if (facts.type === 'REGRESSION') setResult(rollup, 'failing', at);
  else if (facts.type === 'PASS') {
    setResult(rollup, 'passing', at);
    rollup.lastGood = at;
    if (rollup.health === 'down') setHealth(rollup, 'up', at, true);
  }
  addToIncidents(rollup.incidents, event, at);
}

function lastEvent({ seq, facts }: StoredEvent, at: number): LastEvent {
  const { endpoint, url, file, status, stage } = facts;
  const short = (text: string): string => text.slice(0, REASON_KEPT);
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

function countHour(rollup: Rollup, type: Kind, at: number): void {
  const hour = Math.floor(at / HOUR_MS);
  const counts = rollup.hours[hour] ?? {};
  counts[type] = (counts[type] ?? 0) + 1;
  rollup.hours[hour] = counts;
  const hours = Object.keys(rollup.hours);
  if (hours.length <= HOURS_KEPT) return;
  const newest = Math.max(...hours.map(Number));
  for (const old of hours) if (Number(old) <= newest - HOURS_KEPT) delete rollup.hours[old];
  // Old lines may lie far apart: the count holds whatever their times are.
  for (const old of Object.keys(rollup.hours).slice(0, -HOURS_KEPT)) delete rollup.hours[old];
}

function setHealth(rollup: Rollup, to: string, at: number, presumed = false): void {
  if (to !== 'up' && to !== 'down') return;
  if (to === 'up') rollup.lastGood = at;
  rollup.healthPresumed = presumed;
  if (rollup.health === to) return;
  rollup.health = to;
  rollup.healthSince = at;
}

function setResult(rollup: Rollup, result: 'passing' | 'failing', at: number): void {
  if (rollup.result === result) return;
  if (rollup.result !== 'unknown') keep(rollup.changes, at, CHANGES_KEPT);
  rollup.result = result;
  rollup.resultSince = at;
}

function keep(list: number[], value: number, most: number): void {
  list.push(value);
  if (list.length > most) list.shift();
}
