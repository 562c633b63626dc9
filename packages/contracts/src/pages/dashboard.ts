import type { Baseline, Capture, DomDiff, ReviewItem } from './captures.ts';

/** Data that the server sends to its page. Times are Unix time in milliseconds unless stated otherwise. */

export const EVENT_TYPES = ['REGRESSION', 'ANOMALY', 'VISUAL_DIFF', 'HEALTH_TRANSITION', 'PASS'] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** Stored data of the newest event of a type. */
export interface LastOfKind {
  seq: number;
  at: number;
  /** The line of its reason that names the failure. */
  reason: string;
  endpoint: string;
  url: string;
  /** Whether the event is still in memory and can be opened. */
  inRing: boolean;
}

export interface Acknowledged {
  kind: 'acknowledged' | 'muted';
  owner: string;
  note: string;
  since: number;
  until: number;
}

/** One reason why a service is failing. */
export interface Failure {
  what: 'down' | 'tests' | 'page' | 'metric' | 'anomaly';
  /** URL of the page or name of the metric. */
  subject: string;
  since: number;
  text: string;
  /** What failed, as named by the event; empty if not named. Only a PASS that covers it ends the failure. */
  stage: string;
  file: string;
  /** Endpoint or URL. */
  endpoint: string;
}

/** What a check reports. */
export type CheckKind = 'health' | 'tests' | 'page' | 'metric';

/** A check that must report until a time, or is not known to work after it. */
export interface DueCheck {
  kind: CheckKind | 'service';
  stage: string;
  file: string;
  /** Endpoint or URL. */
  endpoint: string;
  /** URL of the page or name of the metric. */
  subject: string;
  /** Its newest report. */
  seen: number;
  at: number;
  /** It is late after that time, because an event or the settings say so; otherwise quiet. */
  expected: boolean;
}

/** The newest values of a metric. */
export interface Measurements {
  name: string;
  limit: number;
  /** The side of the limit on which a value is an anomaly. */
  direction: 'above' | 'below';
  /** Unix time in milliseconds, and value; newest last. */
  values: [at: number, value: number][];
}

export interface ServiceRow {
  service: string;
  /** At the time `now` of the page; `stateAt` returns that of a later time. */
  state: 'failing' | 'late' | 'quiet' | 'passing' | 'unknown';
  stateSince: number | null;
  /** When the service becomes late if nothing more is reported; null if no report is expected. */
  lateAt: number | null;
  /** When the service becomes quiet if nothing more is reported; null if all of its checks are expected to report. */
  quietAt: number | null;
  /** The checks that are due first. */
  due: DueCheck[];
  /** More checks have reported than are tracked. */
  moreChecks: boolean;
  measurements: Measurements[];
  /** Who takes care of the service, by the settings; empty if not set. */
  owner: string;
  tags: string[];
  /** Why it is failing; empty if it is not. */
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
  /** Number of failing and of all events in each of the last 24 hours, newest last. */
  hours: { bad: number; all: number }[];
  /** Changes of the result in 24 hours if the service is flaky. */
  flaky: number | null;
  /** Receipt minus the agent's clock if the difference is more than some seconds. */
  skew: number | null;
  acknowledged: Acknowledged | null;
  /** Id of its newest capture. */
  capture: string | null;
  links: { label: string; url: string }[];
}

/** The state of a service at a time, if no event arrived since: a service that is not failing becomes late or quiet. */
export function stateAt(row: Pick<ServiceRow, 'state' | 'lateAt' | 'quietAt'>, now: number): ServiceRow['state'] {
  const { state, lateAt, quietAt } = row;
  if (state === 'failing') return 'failing';
  if (lateAt !== null && now >= lateAt) return 'late';
  return quietAt !== null && now >= quietAt ? 'quiet' : state;
}

/** One entry of an incident; equal consecutive findings are one entry. Times in milliseconds. */
export interface Finding {
  seq: number;
  at: number;
  type: EventType;
  text: string;
  url: string;
  count: number;
  /** The same finding arrived a second time, with this type. */
  twin: EventType | null;
}

/** What was tested or deployed, as an event names it; empty if it does not. */
export interface Build {
  commit: string;
  version: string;
  branch: string;
  run: string;
  attempt: string;
}

/** A build that an event marked as deployed, or that was reported first at a time. */
export interface Deploy extends Build {
  seq: number;
  at: number;
  isMarked: boolean;
}

/** Shares of a time of which is known that all was good, that something failed, and nothing; their sum is 1. */
export interface Shares {
  good: number;
  failing: number;
  none: number;
}

/** Of the last days. */
export interface Availability extends Shares {
  days: number;
}

/** One UTC day, such as `2026-01-31`; today until now. */
export interface HistoryDay extends Shares {
  day: string;
  runs: number;
  failures: number;
}

export interface CheckHistory {
  kind: CheckKind;
  subject: string;
  stage: string;
  file: string;
  endpoint: string;
  state: keyof Shares;
  /** Its newest report. */
  seen: number;
  availability: Availability[];
  /** The last 30; oldest first. */
  days: HistoryDay[];
  /** Of 30 days. */
  runs: number;
  failures: number;
  /** Changes between good and failing without a change of commit. */
  flips: number;
}

/** What the history says about one service. */
export interface ServiceHistory {
  service: string;
  now: number;
  availability: Availability[];
  days: HistoryDay[];
  checks: CheckHistory[];
  /** Newest first. */
  incidents: IncidentRow[];
  deploys: Deploy[];
}

/** From the event that makes a service fail to the event after which nothing of it fails. Times in milliseconds. */
export interface Incident {
  /** Sequence number of the event that opened it. */
  id: number;
  openedAt: number;
  openedBy: 'DOWN' | Exclude<EventType, 'HEALTH_TRANSITION'>;
  down: boolean;
  closedAt: number | null;
  /** Its DOWN was lost: `openedAt` is the time of the UP. */
  startUnknown?: boolean;
  closedBy: 'UP' | Exclude<EventType, 'HEALTH_TRANSITION'> | null;
  /** All of its events by type, including those that `findings` no longer lists. */
  counts: Partial<Record<EventType, number>>;
  findings: Finding[];
  /** The build of the last good report before it, and that of the event that opened it; null or absent if unknown. */
  lastGood?: Build | null;
  firstBad?: Build | null;
}

export interface IncidentRow extends Incident {
  service: string;
  /** The newest deploy before it; null if none is known. */
  deployed: Deploy | null;
}

export interface Losses {
  /** The disk is not writable: the reason, and the number of events in memory only. */
  degraded: { reason: string; events: number } | null;
  dropped: number;
  cutStrings: number;
  quarantined: number;
  /** Readers of the stream that were disconnected because they did not read. */
  readersCutOff: number;
  /** Services that were replaced by new ones because of the limits. */
  servicesForgotten: number;
  /** Names of services that are not tracked because of the limits. */
  servicesRefused: number;
  /** Milliseconds by which the server's clock is behind stored times; 0 if it did not step back. */
  clockBehind: number;
  /** Number of events that the disk has space for if less than the capacity; else null. */
  ringLimit: number | null;
  /** Own events that may be missing in the shared store while it cannot be reached. */
  sharedBehind: number | null;
  /** The channels of notifications. */
  channels: {
    name: string;
    sent: number;
    /** Given up after a day, or refused by the receiver. */
    failed: number;
    waiting: number;
    cooled_down: number;
    muted: number;
    /** Why the newest attempt failed; null if it succeeded. */
    problem: string | null;
  }[];
  /** Refusals since the start, by sender and status; `others` and `batch` are not single senders. */
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
  /** The server can be reached from other machines and requires no token. */
  unprotected: boolean;
  /** Whether requests that post events need a token. */
  needsToken: boolean;
  mayAdminister: boolean;
  /** Number of captures that differ from their baseline and are not reviewed. */
  toReview: number;
  ring: { capacity: number; size: number; byType: Partial<Record<EventType, number>> };
  losses: Losses;
  services: ServiceRow[];
  /** Open ones first, then newest first. */
  incidents: IncidentRow[];
  rules: { id: string; says: string }[];
  audit: { at: number; action: string; by: string; what: string }[];
}

/** An event as one line of the list. */
export interface EventRow {
  seq: number;
  /** Time by the agent's clock, else time of receipt. */
  at: number;
  type: EventType;
  service: string;
  /** Description of the event. */
  text: string;
  /** Number of over-long strings that were cut. */
  cut: number;
}

/** A complete event. */
export interface OpenedEvent {
  seq: number;
  received: number | null;
  cut: number;
  /** The bytes that the agent sent. */
  json: string;
}

/** Events that match a view, newest first. */
export interface Listing {
  events: EventRow[];
  /** Number of matches, including those that are not listed. */
  matching: number;
  /** False if the search stopped before the end. */
  complete: boolean;
  opened: OpenedEvent | null;
}

/** The state in the URL: filters, and the open items. */
export interface View {
  /** `review` lists captures to review instead of services and events. */
  page: 'now' | 'review';
  type: string;
  service: string;
  /** Only services with this tag; empty for all. */
  tag: string;
  /** Key of the open check of the service, as `checkKey` returns it; empty if none. */
  check: string;
  q: string;
  /** Limits of time. */
  since: number | null;
  until: number | null;
  /** Sequence number of the open event. */
  open: number | null;
  /** Sequence number of the event that opened the open incident. */
  incident: number | null;
  /** Id of the open capture; empty if none. */
  capture: string;
  /** Id of the capture to compare with; empty for the baseline. */
  against: string;
  /** How two pictures are compared. */
  look: 'side' | 'slider' | 'changed';
}

/** A capture next to an earlier one of the same page. */
export interface Comparison {
  after: Capture;
  before: Capture | null;
  /** Differences of the documents; null if they were not compared: `problem` has the reason, if any. */
  diff: DomDiff | null;
  problem: string;
  /** All captures of the page, newest first. */
  captures: Capture[];
  /** Approvals, newest first. */
  history: Baseline['history'];
}

/** Identifies a check within its service. */
export function checkKey({
  kind,
  subject,
  stage,
  file,
  endpoint,
}: Pick<CheckHistory, 'kind' | 'subject' | 'stage' | 'file' | 'endpoint'>): string {
  return [kind, subject, stage, file, endpoint].join('|');
}

export interface PageModel extends Listing {
  /** Of the service of the view; null if there is none. */
  history: ServiceHistory | null;
  comparison: Comparison | null;
  /** Captures to review, oldest first; null if the view does not list them. */
  review: ReviewItem[] | null;
  state: PageState;
  view: View;
}
