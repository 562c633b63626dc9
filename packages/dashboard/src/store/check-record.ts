import type { EventFacts } from '../event/facts.ts';
import { BAD, type CheckDay, type CheckRecord, DAY_MS, dayOf, GOOD, type Known, NOTHING } from './check-day.ts';
import type { CheckState } from './checks.ts';
import { isOverflow, type Problem } from './problems.ts';
import { quietAfter } from './quiet.ts';
import { LIMITS } from './rules.ts';

/** Gets each day of a check that has ended. */
export type OnDay = (check: CheckState, day: CheckDay) => void;

/** Further changes of a day are not recorded. */
const MAX_CHANGES = 48;
/** Days without an event that are recorded for a check whose silence means nothing. */
const MAX_SILENT_DAYS = 31;

interface Checked {
  checks: readonly CheckState[];
  problems: readonly Problem[];
  lastSeen: number;
  gaps: readonly number[];
}

/** Before an event: ends what is known of checks that have been silent for too long. @param at in milliseconds */
export function recordSilence({ checks, lastSeen, gaps }: Checked, at: number, onDay: OnDay): void {
  const isShort = at - lastSeen <= LIMITS.quietLeastMs;
  const silentFrom = isShort ? Number.POSITIVE_INFINITY : lastSeen + quietAfter(gaps);
  for (const check of checks) {
    const { record } = check;
    // A failing check remains failing, like its service.
    if (record?.known !== GOOD) continue;
    const until = check.periodic ? record.until : silentFrom;
    if (at > until) change(check, record, until, NOTHING, onDay);
  }
}

/**
 * After an event: notes the runs and what is known now.
 *
 * @param reported checks of which the event is a report
 * @param at in milliseconds
 * @param expectMs longest time between reports by the settings; null if not set
 */
export function recordReports(
  { checks, problems }: Checked,
  facts: EventFacts,
  reported: readonly CheckState[],
  { at, expectMs }: { at: number; expectMs: number | null },
  onDay: OnDay,
): void {
  const failing = problems.filter(({ isOpen }) => isOpen);
  for (const check of checks) {
    const isReport = reported.includes(check);
    if (!isReport && (check.record === undefined || check.record.known === NOTHING)) continue;
    const record = check.record ?? newRecord(at);
    check.record = record;
    const known = failing.some((problem) => isOf(problem, check)) ? BAD : GOOD;
    if (isReport) {
      record.until = check.seen + (check.expectMs ?? expectMs ?? quietAfter(check.gaps));
      // A report that was sent again says nothing about now.
      if (check.periodic && record.until < at) continue;
      roll(check, record, dayOf(at), onDay);
      record.day.runs++;
      if (isFailure(facts)) record.day.failures++;
      noteFlip(record, known, facts);
    }
    change(check, record, at, known, onDay);
  }
}

function newRecord(at: number): CheckRecord {
  return { known: NOTHING, until: at, commit: '', day: newDay(dayOf(at), NOTHING) };
}

function newDay(day: number, known: Known): CheckDay {
  return { day, runs: 0, failures: 0, flips: 0, timeline: [[0, known]] };
}

function noteFlip(record: CheckRecord, known: Known, { build }: EventFacts): void {
  const commit = build === null ? '' : build.commit === '' ? build.version : build.commit;
  if (record.known !== NOTHING && record.known !== known && commit === record.commit) record.day.flips++;
  record.commit = commit;
}

function change(check: CheckState, record: CheckRecord, at: number, known: Known, onDay: OnDay): void {
  roll(check, record, dayOf(at), onDay);
  if (record.known === known) return;
  record.known = known;
  const { timeline, day } = record.day;
  const [second, before] = timeline.at(-1) ?? [0, NOTHING];
  // Times of imported events may go back.
  const now = Math.min(DAY_MS / 1000 - 1, Math.max(second, Math.floor((at - day * DAY_MS) / 1000)));
  if (before === known) return;
  if (now === second) timeline[timeline.length - 1] = [second, known];
  else if (timeline.length < MAX_CHANGES) timeline.push([now, known]);
}

/** Ends the days before the given one. */
function roll(check: CheckState, record: CheckRecord, day: number, onDay: OnDay): void {
  const ended = record.day;
  if (day <= ended.day) return;
  onDay(check, ended);
  if (record.known !== NOTHING) {
    for (let silent = Math.max(ended.day + 1, day - MAX_SILENT_DAYS); silent < day; silent++) {
      onDay(check, newDay(silent, record.known));
    }
  }
  record.day = newDay(day, record.known);
}

function isFailure({ type, to, page, metric }: EventFacts): boolean {
  return (
    type === 'REGRESSION' ||
    (type === 'HEALTH_TRANSITION' && to === 'down') ||
    page === 'broken' ||
    metric?.exceeded === true
  );
}

/** Whether a problem is one of this check. */
function isOf(problem: Problem, { kind, subject, stage, file, endpoint }: CheckState): boolean {
  if (kind === 'health') return problem.kind === 'down';
  if (kind !== 'tests') return problem.kind === kind && problem.subject === subject;
  if (isOverflow(problem)) return false;
  return problem.kind === 'tests' && problem.stage === stage && problem.file === file && problem.endpoint === endpoint;
}
