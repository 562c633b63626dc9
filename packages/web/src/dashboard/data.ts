import type { Baseline, Capture, DomDiff } from './capture-data.ts';

/** What the event backend tells its page. Times are milliseconds since 1970 unless they say otherwise. */

export const EVENT_TYPES = ['REGRESSION', 'ANOMALY', 'VISUAL_DIFF', 'HEALTH_TRANSITION', 'PASS'] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** What is left of the newest event of a kind. */
export interface LastOfKind {
  seq: number;
  at: number;
  /** The first line of its reason that says what failed. */
  reason: string;
  endpoint: string;
  url: string;
  /** The event itself can still be opened. */
  inRing: boolean;
}

export interface Acknowledged {
  kind: 'acknowledged' | 'muted';
  owner: string;
  note: string;
  since: number;
  until: number;
}

/** One reason why a service fails. */
export interface Failure {
  what: 'down' | 'tests' | 'page' | 'metric' | 'anomaly';
  /** Address of the page or name of the metric. */
  subject: string;
  since: number;
  text: string;
}

export interface ServiceRow {
  service: string;
  state: 'failing' | 'passing' | 'unknown';
  stateSince: number | null;
  /** Why it fails; empty when it does not. */
  failures: Failure[];
  health: 'unknown' | 'up' | 'down';
  healthSince: number | null;
  healthPresumed: boolean;
  lastGood: number | null;
  firstSeen: number;
  lastSeen: number;
  count: number;
  regression: LastOfKind | null;
  visual: LastOfKind | null;
  anomaly: LastOfKind | null;
  /** Events of each of the last 24 hours, the newest last: failing ones and all. */
  hours: { bad: number; all: number }[];
  /** Longer silent than is usual for this very service, in milliseconds. */
  silentFor: number | null;
  /** Changes of the result in 24 hours, when they are many enough to call it flaky. */
  flaky: number | null;
  /** Receipt minus the agent's clock, when it is off by more than some seconds. */
  skew: number | null;
  acknowledged: Acknowledged | null;
  /** Id of its newest capture. */
  capture: string | null;
  links: { label: string; url: string }[];
}

export interface FindingRow {
  seq: number;
  at: number;
  type: EventType;
  text: string;
  url: string;
  count: number;
  twin: EventType | null;
}

export interface IncidentRow {
  id: number;
  service: string;
  openedAt: number;
  openedBy: 'DOWN' | Exclude<EventType, 'HEALTH_TRANSITION'>;
  down: boolean;
  closedAt: number | null;
  closedBy: 'UP' | Exclude<EventType, 'HEALTH_TRANSITION'> | null;
  counts: Partial<Record<EventType, number>>;
  findings: FindingRow[];
}

export interface Losses {
  /** The disk takes nothing: why, and how many events wait in memory. */
  degraded: { reason: string; events: number } | null;
  dropped: number;
  cutStrings: number;
  quarantined: number;
  /** Readers of the stream that were cut off because they did not read. */
  readersCutOff: number;
  /** Services that were replaced by new ones because there were too many. */
  servicesForgotten: number;
  /** Names of services that are not followed because there are too many. */
  servicesRefused: number;
  /** By how many milliseconds the server's clock is behind times that it stored; 0 when it did not step back. */
  clockBehind: number;
  /** How many events the disk has space for when that are fewer than the ring's capacity; else null. */
  ringLimit: number | null;
  /** Notifications that the webhook did not take, and why the newest one failed; null when none was lost. */
  webhook: { lost: number; problem: string | null } | null;
  /** Refusals since the start, by sender and status; `others` and `batch` stand for no single sender. */
  refused: { source: string; status: number; count: number }[];
}

export interface PageState {
  version: string;
  epoch: string;
  newest: number;
  /** Events up to this number may have left the ring. */
  gapless: number;
  now: number;
  newestAt: number | null;
  /** Anybody who reaches it may do everything, and it is reachable from other machines. */
  unprotected: boolean;
  /** Whoever posts needs a token. */
  needsToken: boolean;
  mayAdminister: boolean;
  ring: { capacity: number; size: number; byType: Partial<Record<EventType, number>> };
  losses: Losses;
  services: ServiceRow[];
  /** Open ones first, then the newest first. */
  incidents: IncidentRow[];
  rules: { id: string; says: string }[];
  audit: { at: number; action: string; by: string; what: string }[];
}

/** An event as the page lists it: one line. */
export interface EventRow {
  seq: number;
  /** By the agent's clock, else when it was received. */
  at: number;
  type: EventType;
  service: string;
  /** What it is about. */
  text: string;
  /** Over-long texts in it that were cut. */
  cut: number;
}

/** An event whole. */
export interface OpenedEvent {
  seq: number;
  received: number | null;
  cut: number;
  /** The very bytes that the agent sent. */
  json: string;
}

/** Events that match a view, newest first. */
export interface Listing {
  events: EventRow[];
  /** Events that match, also those that are not listed. */
  matching: number;
  /** False when a search gave up before it had seen everything. */
  complete: boolean;
  opened: OpenedEvent | null;
}

/** What the address says: filters, and what is open. */
export interface View {
  type: string;
  service: string;
  q: string;
  /** Limits of time. */
  since: number | null;
  until: number | null;
  /** Sequence number of the open event. */
  open: number | null;
  /** Sequence number of the event that opened the open incident. */
  incident: number | null;
  /** Id of the capture that is looked at; empty for none. */
  capture: string;
  /** Id of the capture that it is compared with; empty for the baseline. */
  against: string;
  /** How two pictures are compared. */
  look: 'side' | 'slider' | 'changed';
}

/** A capture beside an earlier one of the same page. */
export interface Comparison {
  after: Capture;
  before: Capture | null;
  /** What differs in the documents; null when nobody has compared these two, `problem` may say why. */
  diff: DomDiff | null;
  problem: string;
  /** All captures of the page, the newest first. */
  captures: Capture[];
  /** Who approved what, the newest first. */
  history: Baseline['history'];
}

export interface PageModel extends Listing {
  comparison: Comparison | null;
  state: PageState;
  view: View;
}
