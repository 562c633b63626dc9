import type { Shares } from '@analyzer/contracts/pages/dashboard';
import { BAD, type CheckDay, DAY_MS, GOOD, type Known, NOTHING } from '../store/check-day.ts';

/** What is known of a check in the days of its record; a day without an entry has nothing. */
export type Days = ReadonlyMap<number, CheckDay>;

interface Sums {
  good: number;
  failing: number;
}

/**
 * Seconds in which all of the checks of which something is known were good, and in which one of them failed.
 *
 * @param from and @param to Unix times in milliseconds
 */
export function knownSeconds(checks: readonly Days[], from: number, to: number): Sums {
  const sums: Sums = { good: 0, failing: 0 };
  for (let day = Math.floor(from / DAY_MS); day * DAY_MS < to; day++) {
    const start = Math.max(0, (from - day * DAY_MS) / 1000);
    const end = Math.min(DAY_MS / 1000, (to - day * DAY_MS) / 1000);
    const timelines = checks.flatMap((days) => days.get(day)?.timeline ?? []);
    if (timelines.length > 0) addDay(sums, changesOf(checks, day), start, end);
  }
  return sums;
}

interface Change {
  second: number;
  before: Known;
  after: Known;
}

/** The changes of all checks on one day, by time. */
function changesOf(checks: readonly Days[], day: number): Change[] {
  const changes: Change[] = [];
  for (const days of checks) {
    let before: Known = NOTHING;
    for (const [second, after] of days.get(day)?.timeline ?? []) {
      changes.push({ second, before, after });
      before = after;
    }
  }
  return changes.sort((a, b) => a.second - b.second);
}

function addDay(sums: Sums, changes: readonly Change[], start: number, end: number): void {
  const counts: Record<Known, number> = { 0: 0, 1: 0, 2: 0 };
  let at = start;
  for (const { second, before, after } of changes) {
    const until = Math.min(end, Math.max(at, second));
    add(sums, counts, until - at);
    at = until;
    counts[before]--;
    counts[after]++;
  }
  add(sums, counts, Math.max(0, end - at));
}

function add(sums: Sums, counts: Readonly<Record<Known, number>>, seconds: number): void {
  if (counts[BAD] > 0) sums.failing += seconds;
  else if (counts[GOOD] > 0) sums.good += seconds;
}

/** @param from and @param to Unix times in milliseconds */
export function sharesOf(checks: readonly Days[], from: number, to: number): Shares {
  const seconds = Math.max(1, (to - from) / 1000);
  const { good, failing } = knownSeconds(checks, from, to);
  const share = (part: number): number => Math.round((part / seconds) * 1e9) / 1e9;
  return { good: share(good), failing: share(failing), none: share(Math.max(0, seconds - good - failing)) };
}
