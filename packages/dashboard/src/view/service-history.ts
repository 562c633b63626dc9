import type { Availability, CheckHistory, HistoryDay, ServiceHistory } from '@analyzer/contracts/pages/dashboard';
import type { RecordedDay } from '../history/day-files.ts';
import { BAD, type CheckDay, type CheckRecord, DAY_MS, dayOf, GOOD, NOTHING } from '../store/check-day.ts';
import type { CheckState } from '../store/checks.ts';
import type { EventStore } from '../store/event-store.ts';
import { quietAfter } from '../store/quiet.ts';
import type { Rollup } from '../store/rollup.ts';
import { incidentRows } from './incident-rows.ts';
import { type Days, sharesOf } from './known-times.ts';

const WINDOWS = [1, 7, 30, 90];
const DAYS_SHOWN = 90;
const RUNS_DAYS = 30;

/** @returns undefined if the service is not tracked */
export async function serviceHistory(store: EventStore, service: string): Promise<ServiceHistory | undefined> {
  const rollup = store.services.find(service);
  if (rollup === undefined) return undefined;
  const now = store.clock.now();
  const recorded = (await store.history?.days.read(service, dayOf(now) - DAYS_SHOWN)) ?? [];
  const checks = rollup.checks.map((check) => ({ check, days: daysOf(rollup, check, recorded, now) }));
  const all = checks.map(({ days }) => days);
  return {
    service,
    now,
    availability: availabilityOf(all, now),
    days: dayRows(all, now, DAYS_SHOWN),
    checks: checks.map(({ check, days }) => checkHistory(check, days, now)).sort(byUrgency),
    incidents: incidentRows(rollup).reverse(),
    deploys: rollup.deploys.toReversed(),
  };
}

/** The recorded days of a check and the running one, which ends where nothing is known any more. */
function daysOf(rollup: Rollup, check: CheckState, recorded: readonly RecordedDay[], now: number): Days {
  // A day that was written twice, around a kill, is the same.
  const days = new Map<number, CheckDay>(recorded.filter((one) => isOf(one, check)).map((one) => [one.day, one]));
  const { record } = check;
  if (record === undefined) return days;
  days.set(record.day.day, record.day);
  if (record.known === NOTHING) return days;
  const until = knownUntil(rollup, check, record);
  for (let day = record.day.day; day <= dayOf(now); day++) {
    const start = day * DAY_MS;
    const known = days.get(day) ?? { day, runs: 0, failures: 0, flips: 0, timeline: [[0, record.known]] };
    const end = Math.floor((until - start) / 1000);
    if (end <= 0) break;
    const timeline = known.timeline.filter(([second]) => second < end);
    days.set(day, { ...known, timeline: end < DAY_MS / 1000 ? [...timeline, [end, NOTHING]] : timeline });
  }
  return days;
}

/** A failing check remains failing, like its service. */
function knownUntil({ lastSeen, gaps }: Rollup, { periodic }: CheckState, { known, until }: CheckRecord): number {
  if (known === BAD) return Number.POSITIVE_INFINITY;
  return periodic ? until : lastSeen + quietAfter(gaps);
}

function isOf(day: RecordedDay, { kind, subject, stage, file, endpoint }: CheckState): boolean {
  return (
    day.kind === kind &&
    day.subject === subject &&
    day.stage === stage &&
    day.file === file &&
    day.endpoint === endpoint
  );
}

function checkHistory(check: CheckState, days: Days, now: number): CheckHistory {
  const { kind, subject, stage, file, endpoint, seen } = check;
  const recent = [...days.values()].filter(({ day }) => day > dayOf(now) - RUNS_DAYS);
  const sum = (key: 'runs' | 'failures' | 'flips'): number => recent.reduce((total, day) => total + day[key], 0);
  const known = days.get(dayOf(now))?.timeline.findLast(([second]) => dayOf(now) * DAY_MS + second * 1000 <= now)?.[1];
  return {
    ...{ kind, subject, stage, file, endpoint, seen },
    state: known === BAD ? 'failing' : known === GOOD ? 'good' : 'none',
    availability: availabilityOf([days], now),
    days: dayRows([days], now, RUNS_DAYS),
    runs: sum('runs'),
    failures: sum('failures'),
    flips: sum('flips'),
  };
}

function availabilityOf(checks: readonly Days[], now: number): Availability[] {
  return WINDOWS.map((days) => ({ days, ...sharesOf(checks, now - days * DAY_MS, now) }));
}

function dayRows(checks: readonly Days[], now: number, shown: number): HistoryDay[] {
  const today = dayOf(now);
  return Array.from({ length: shown }, (_, i) => {
    const day = today - shown + 1 + i;
    const found = checks.flatMap((days) => days.get(day) ?? []);
    return {
      day: new Date(day * DAY_MS).toISOString().slice(0, 10),
      ...sharesOf(checks, day * DAY_MS, Math.min(now, (day + 1) * DAY_MS)),
      runs: found.reduce((sum, { runs }) => sum + runs, 0),
      failures: found.reduce((sum, { failures }) => sum + failures, 0),
    };
  });
}

/** Failing checks first, then those that fail often. */
function byUrgency(a: CheckHistory, b: CheckHistory): number {
  const rank = ({ state }: CheckHistory): number => (state === 'failing' ? 0 : state === 'none' ? 1 : 2);
  return rank(a) - rank(b) || b.flips - a.flips || b.failures - a.failures || a.seen - b.seen;
}
