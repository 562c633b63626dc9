import type { Kind } from '../event/kinds.ts';
import { happenedAt } from '../event/order.ts';
import type { StoredEvent } from '../event/stored.ts';
import { addToIncidents, type Incident } from './incidents.ts';
import { applyEvent, type Condition, isFailing, newCondition } from './service-state.ts';

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
export interface Rollup extends Condition {
  service: string;
  /** Who posted its first event; empty when that is not known. */
  sender: string;
  firstSeen: number;
  lastSeen: number;
  count: number;
  last: Partial<Record<Kind, LastEvent>>;
  /** Hour since 1970 → events by kind; seven days. */
  hours: Record<string, Partial<Record<Kind, number>>>;
  /** Milliseconds between events; the newest last. */
  gaps: number[];
  /** Receipt minus the agent's clock, in milliseconds, of the newest event that named a time. */
  skew: number | null;
  /** The newest last; only the last one can be open. */
  incidents: Incident[];
}

const HOUR_MS = 3_600_000;
const HOURS_KEPT = 7 * 24;
const GAPS_KEPT = 32;
const REASON_KEPT = 400;

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
  applyEvent(rollup, facts, at);
  addToIncidents(rollup.incidents, event, at, isFailing(rollup));
}

/**
 * Completes a rollup that an older version saved: it has no problems, and an UP closed its incident while its tests
 * still failed.
 */
export function upgradedRollup(saved: Omit<Rollup, 'problems'> & Partial<Pick<Rollup, 'problems'>>): Rollup {
  const rollup: Rollup = { ...saved, problems: saved.problems ?? [] };
  const newest = rollup.incidents.at(-1);
  if (newest !== undefined && isFailing(rollup) && newest.closedAt !== null) {
    newest.closedAt = null;
    newest.closedBy = null;
  }
  return rollup;
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

function keep(list: number[], value: number, most: number): void {
  list.push(value);
  if (list.length > most) list.shift();
}
