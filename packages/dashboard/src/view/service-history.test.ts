import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acceptEvent } from '../event/accept.ts';
import { HISTORY_LIMITS } from '../history/history.ts';
import { type CheckDay, DAY_MS, type Known } from '../store/check-day.ts';
import { Clock } from '../store/clock.ts';
import type { EventStore } from '../store/event-store.ts';
import { openStore } from '../store/open-store.ts';
import { ServiceRules } from '../store/service-rules.ts';
import { knownSeconds } from './known-times.ts';
import { serviceHistory } from './service-history.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-01T00:00:00Z');
let folder: string;
let time: number;
let close: () => Promise<void>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dashboard-service-'));
  time = START;
});
afterEach(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

async function started(): Promise<EventStore> {
  const clock = new Clock(
    () => time,
    () => time,
  );
  const rules = new ServiceRules([{ match: 'shop', expectMs: 2 * HOUR_MS }]);
  const { store, lock } = await openStore({ folder, ring: 3, ringBytes: 1e9, history: HISTORY_LIMITS, clock, rules });
  close = async () => {
    await store.close();
    await lock.release();
  };
  return store;
}

async function post(store: EventStore, hours: number, event: Record<string, unknown>): Promise<void> {
  time = START + hours * HOUR_MS;
  const accepted = acceptEvent(Buffer.from(JSON.stringify({ service: 'shop', stage: 'unit', ...event })));
  if ('complaints' in accepted) throw new Error('refused');
  await store.accept(accepted);
}

const rounded = (shares: { good: number; failing: number; none: number }) =>
  [shares.good, shares.failing, shares.none].map((share) => Math.round(share * 1_000) / 1_000);

it('availability counts good, failing and unknown time, over days and a restart', async () => {
  let store = await started();
  // Day 1: good for 12 h, failing for 6 h, good until 20 h, and then no report: nothing is known from 22 h.
  for (let hour = 0; hour < 12; hour++) await post(store, hour, { type: 'PASS', commit: 'a1' });
  for (let hour = 12; hour < 18; hour++) await post(store, hour, { type: 'REGRESSION', commit: 'b2' });
  await close();
  store = await started();
  for (let hour = 18; hour <= 20; hour++) await post(store, hour, { type: 'PASS', commit: 'c3' });
  // Day 3: good for 3 h.
  for (let hour = 48; hour < 51; hour++) await post(store, hour, { type: 'PASS', commit: 'c3' });
  time = START + 51 * HOUR_MS;
  const found = await serviceHistory(store, 'shop');
  expect(found?.days.slice(-3).map((day) => [day.day, ...rounded(day), day.runs, day.failures])).toEqual([
    ['2026-03-01', 0.667, 0.25, 0.083, 21, 6],
    ['2026-03-02', 0, 0, 1, 0, 0],
    ['2026-03-03', 1, 0, 0, 3, 0],
  ]);
  const [day, week] = found?.availability ?? [];
  expect(day && rounded(day)).toEqual([0.125, 0, 0.875]);
  expect(week && rounded(week)).toEqual(
    [19 / 168, 6 / 168, 143 / 168].map((share) => Math.round(share * 1_000) / 1_000),
  );
  expect(found?.checks).toMatchObject([
    { kind: 'tests', stage: 'unit', state: 'good', runs: 24, failures: 6, flips: 0 },
  ]);
  expect(found?.incidents).toMatchObject([{ lastGood: { commit: 'a1' }, firstBad: { commit: 'b2' } }]);
  expect(found?.deploys.map(({ commit }) => commit)).toEqual(['c3', 'b2', 'a1']);
  expect(readdirSync(join(folder, 'history', 'checks'))).toEqual(['2026-03-01.jsonl']);
  await store.clear('test');
  expect(readdirSync(join(folder, 'history', 'checks'))).toEqual([]);
});

it('a check whose result changes without a change of commit is flaky, other changes are fixes', async () => {
  const store = await started();
  for (const [i, type] of ['PASS', 'REGRESSION', 'PASS', 'REGRESSION', 'PASS'].entries()) {
    await post(store, i, { type, file: 'flaky.spec', commit: 'same' });
    await post(store, i + 0.1, { type, file: 'fixed.spec', commit: `c${i}` });
  }
  const found = await serviceHistory(store, 'shop');
  expect(found?.checks.map(({ file, flips }) => [file, flips])).toEqual([
    ['flaky.spec', 4],
    ['fixed.spec', 0],
  ]);
});

it('a mark of a deploy changes no state and reports no check', async () => {
  const store = await started();
  await post(store, 0, { type: 'REGRESSION', commit: 'a1' });
  await post(store, 1, { type: 'HEALTH_TRANSITION', deploy: true, version: '1.4', commit: 'b2' });
  await post(store, 2, { type: 'PASS', deploy: true, version: '1.5', commit: 'c3' });
  const found = await serviceHistory(store, 'shop');
  expect(found?.deploys).toMatchObject([
    { version: '1.5', isMarked: true },
    { version: '1.4', isMarked: true },
    { commit: 'a1', isMarked: false },
  ]);
  expect(found?.checks).toMatchObject([{ state: 'failing', runs: 1 }]);
  expect(found?.incidents).toMatchObject([{ closedAt: null }]);
});

it('health is known until the service is quiet, although its agent reports only changes', async () => {
  const store = await started();
  await post(store, 0, { type: 'HEALTH_TRANSITION', to: 'up', stage: '' });
  for (let hour = 1; hour < 71; hour++) await post(store, hour, { type: 'PASS' });
  time = START + 71 * HOUR_MS;
  const found = await serviceHistory(store, 'shop');
  const health = found?.checks.find(({ kind }) => kind === 'health');
  expect(health?.days.slice(-4).map(rounded)).toEqual([
    [0, 0, 1],
    [1, 0, 0],
    [1, 0, 0],
    [1, 0, 0],
  ]);
});

it('the known seconds of any timelines are those of a count by second', () => {
  const timeline = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 59 }), fc.constantFrom<Known>(0, 1, 2)), { maxLength: 6 })
    .chain((rest) =>
      fc
        .constantFrom<Known>(0, 1, 2)
        .map((first): CheckDay['timeline'] => [[0, first], ...rest.toSorted(([a], [b]) => a - b)]),
    );
  fc.assert(
    fc.property(
      fc.array(timeline, { maxLength: 4 }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 60 }),
      (timelines, from, length) => {
        const checks = timelines.map(
          (one) => new Map([[0, { day: 0, runs: 0, failures: 0, flips: 0, timeline: one }]]),
        );
        const counted = { good: 0, failing: 0 };
        for (let second = from; second < from + length; second++) {
          const known = timelines.map((one) => one.findLast(([at]) => at <= second)?.[1] ?? 0);
          if (known.includes(2)) counted.failing++;
          else if (known.includes(1)) counted.good++;
        }
        expect(knownSeconds(checks, from * 1_000, (from + length) * 1_000)).toEqual(counted);
      },
    ),
  );
  expect(DAY_MS).toBe(86_400_000);
});
