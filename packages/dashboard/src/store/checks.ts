import type { CheckKind } from '@analyzer/contracts/pages/dashboard';
import type { EventFacts } from '../event/facts.ts';
import { observedAt } from '../event/order.ts';
import type { CheckRecord } from './check-day.ts';
import { type Check, checkOf, covers, isSameCheck, PROBE } from './coverage.ts';

/** A check that has reported. Times in milliseconds unless stated otherwise. */
export interface CheckState extends Check {
  kind: CheckKind;
  /** URL of the page or name of the metric, else empty. */
  subject: string;
  /** Whether its silence means something: agents report health and looks of a page only when they change. */
  periodic: boolean;
  /** Time of its newest report. */
  seen: number;
  /** Time of its newest good report in whole seconds; null if there is none. */
  good: number | null;
  /** Longest time between two reports, as its events declare it; null if they do not. */
  expectMs: number | null;
  /** The newest times between reports, without those of one burst. */
  gaps: number[];
  /** Absent before its first report to this version. */
  record?: CheckRecord;
}

/** Checks of a service that are tracked; failures of others are problems like all, but their silence is not noticed. */
export const MAX_CHECKS = 100;
const SUBJECT_LIMIT = 300;
const GAPS_LIMIT = 8;
/** Reports within this time are one run. */
export const BURST_MS = 60_000;
/** A report that arrives later than this after its own time is an old one, in seconds. */
const SKEW_S = 300;

/** What an event checked; undefined for an ANOMALY without a metric, which nobody checks regularly. */
function reportOf(facts: EventFacts): Pick<CheckState, 'kind' | 'subject' | 'periodic'> | undefined {
  const subject = (given: string): string => given.slice(0, SUBJECT_LIMIT);
  const declared = facts.expectS !== null;
  switch (facts.type) {
    case 'PASS':
      return { kind: 'tests', subject: '', periodic: true };
    case 'REGRESSION':
      return { kind: 'tests', subject: '', periodic: declared || facts.stage !== PROBE };
    case 'HEALTH_TRANSITION':
      return { kind: 'health', subject: '', periodic: declared };
    case 'VISUAL_DIFF':
      if (facts.page === null) return undefined;
      return { kind: 'page', subject: subject(facts.url), periodic: declared || facts.measured };
    case 'ANOMALY':
      return facts.metric === null
        ? undefined
        : { kind: 'metric', subject: subject(facts.metric.name), periodic: true };
  }
}

/** Whether an event says that what it checked is good. */
function isGood({ type, to, page, metric }: EventFacts): boolean {
  const isUp = type === 'HEALTH_TRANSITION' && to === 'up';
  return type === 'PASS' || isUp || page === 'works' || metric?.cleared === true;
}

/**
 * Notes that an event reported its check, and all checks that a PASS covers.
 *
 * @param at time of receipt in milliseconds
 * @returns the reported checks, and whether the limit of tracked checks is reached
 */
export function noteReport(
  checks: CheckState[],
  facts: EventFacts,
  at: number,
): { reported: CheckState[]; isFull: boolean } {
  const report = reportOf(facts);
  if (report === undefined) return { reported: [], isFull: false };
  const check = report.kind === 'tests' ? checkOf(facts) : { stage: '', file: '', endpoint: '' };
  // A report that is sent again much later does not say that the check still reports.
  const seen = Math.min(at, (observedAt(facts, at) + SKEW_S) * 1_000);
  const good = isGood(facts) ? observedAt(facts, at) : null;
  const own = checks.find(
    (one) => one.kind === report.kind && one.subject === report.subject && isSameCheck(one, check),
  );
  const covered = facts.type === 'PASS' ? checks.filter((one) => one.kind === 'tests' && covers(check, one)) : [];
  const reported = [...new Set(own === undefined ? covered : [own, ...covered])];
  for (const one of reported) note(one, seen, good);
  if (own !== undefined) {
    own.periodic ||= report.periodic;
    if (facts.expectS !== null) own.expectMs = facts.expectS * 1_000;
    return { reported, isFull: false };
  }
  if (checks.length >= MAX_CHECKS) return { reported, isFull: true };
  const expectMs = facts.expectS === null ? null : facts.expectS * 1_000;
  const added = { ...check, ...report, seen, good, expectMs, gaps: [] };
  checks.push(added);
  return { reported: [...reported, added], isFull: false };
}

function note(check: CheckState, seen: number, good: number | null): void {
  const gap = seen - check.seen;
  if (gap > BURST_MS) {
    check.gaps.push(gap);
    if (check.gaps.length > GAPS_LIMIT) check.gaps.shift();
  }
  check.seen = Math.max(check.seen, seen);
  if (good !== null) check.good = Math.max(check.good ?? good, good);
}

/**
 * Whether a failure is older than a good report of the same check: it was sent again, or its delivery took long. Within
 * `SKEW_S` it is not, since clocks of agents differ.
 */
export function isOutdated(checks: readonly CheckState[], facts: EventFacts, at: number): boolean {
  const time = observedAt(facts, at);
  if (at / 1_000 - time <= SKEW_S) return false;
  const report = reportOf(facts);
  if (report === undefined) return false;
  const check = checkOf(facts);
  return checks.some(
    (one) =>
      one.good !== null &&
      one.good > time &&
      one.kind === report.kind &&
      (one.kind === 'tests' ? covers(one, check) : one.subject === report.subject),
  );
}
