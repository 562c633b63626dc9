import { type ServiceRow, stateAt } from '@analyzer/contracts/pages/dashboard';
import { describe, expect, it } from 'vitest';
import { acceptEvent } from '../event/accept.ts';
import { storedEvent } from '../event/stored.ts';
import { flakiness } from '../view/page-state.ts';
import { dueOf } from './due.ts';
import { addToRollup, newRollup, type Rollup, upgradedRollup } from './rollup.ts';
import { LIMITS, RULES } from './rules.ts';
import { failuresOf } from './service-state.ts';

const START = 1_800_000_000_000;
const REGRESSION = { type: 'REGRESSION', reason: 'start\nError: boom' };
const PASS = { type: 'PASS' };
const DOWN = { type: 'HEALTH_TRANSITION', from: 'up', to: 'down' };
const UP = { type: 'HEALTH_TRANSITION', from: 'down', to: 'up' };
const BROKEN = {
  type: 'VISUAL_DIFF',
  url: 'http://x/',
  driver: 'dom-diff',
  diff: { status: 'issue', issues: ['http_status:500'] },
};
const WORKS = { ...BROKEN, diff: { status: 'ok' } };
const metric = (value: number) => ({ type: 'ANOMALY', metric: 'p95', value, threshold: 500 });
const VISUAL = { type: 'VISUAL_DIFF', url: 'http://x/a', diff: { status: 'issue' } };
const ANOMALY = { type: 'ANOMALY', url: 'http://x/a', reason: 'too small' };

/** @param story events with their seconds after the start */
function after(...story: [seconds: number, event: object][]): Rollup {
  const rollup = newRollup('s', START);
  for (const [i, [seconds, event]] of story.entries()) {
    const accepted = acceptEvent(Buffer.from(JSON.stringify({ service: 's', ...event })));
    if ('complaints' in accepted) throw new Error('refused');
    addToRollup(rollup, storedEvent(accepted, i + 1, START + seconds * 1_000));
  }
  return rollup;
}
const incidents = (...story: Parameters<typeof after>) => after(...story).incidents;

/** One test for each rule that the page shows. */
const tests: Record<(typeof RULES)[number]['id'], () => void> = {
  failing: () => {
    const failures = (...story: Parameters<typeof after>) => failuresOf(after(...story)).map(({ what }) => what);
    expect(failures([0, REGRESSION], [1, DOWN], [2, BROKEN], [3, metric(900)], [4, ANOMALY])).toEqual([
      'down',
      'tests',
      'page',
      'metric',
      'page',
    ]);
    expect(failures([0, PASS], [1, { ...UP, from: 'unknown' }], [2, WORKS], [3, metric(500)])).toEqual([]);
  },
  'open-by-page': () => {
    expect(incidents([0, BROKEN], [9, WORKS])).toMatchObject([
      { openedBy: 'VISUAL_DIFF', closedBy: 'VISUAL_DIFF', findings: [{ text: 'issue: http_status:500' }] },
    ]);
    expect(incidents([0, { ...VISUAL, diff: { status: 'changed' } }])).toEqual([]);
    // A capture without a result does not change the state of its page, nor does another page.
    const error = { ...BROKEN, diff: { status: 'error', message: 'no browser' } };
    expect(incidents([0, BROKEN], [1, error], [2, { ...WORKS, url: 'http://x/other' }])).toMatchObject([
      { closedAt: null },
    ]);
    expect(incidents([0, error])).toEqual([]);
    // A page that cannot be opened is broken; an approved page is not.
    expect(incidents([0, { ...error, broken: true }])).toMatchObject([{ closedAt: null }]);
    expect(incidents([0, { ...BROKEN, broken: false }])).toEqual([]);
  },
  'open-by-anomaly': () => {
    expect(incidents([0, metric(501)], [1, PASS], [2, metric(500)])).toMatchObject([
      { openedBy: 'ANOMALY', closedBy: 'ANOMALY', closedAt: START + 2_000 },
    ]);
    // Between limit and clear level nothing changes; with the direction `below` the limit is a lower one.
    const clear = (value: number) => ({ ...metric(value), clear: 400 });
    expect(incidents([0, clear(501)], [1, clear(450)], [2, clear(400)])).toMatchObject([{ closedAt: START + 2_000 }]);
    expect(incidents([0, clear(450)])).toEqual([]);
    const below = (value: number) => ({ ...metric(value), direction: 'below', clear: 600 });
    expect(incidents([0, below(499)], [1, below(550)], [2, below(600)])).toMatchObject([{ closedAt: START + 2_000 }]);
    expect(incidents([0, below(501)])).toEqual([]);
    expect(incidents([0, { type: 'ANOMALY', reason: 'odd' }], [1, UP], [2, PASS])).toMatchObject([
      { openedBy: 'ANOMALY', closedBy: 'PASS' },
    ]);
  },
  'open-by-regression': () => {
    expect(incidents([0, REGRESSION], [1, DOWN])).toMatchObject([
      { id: 1, openedBy: 'REGRESSION', down: true, closedAt: null, counts: { REGRESSION: 1, HEALTH_TRANSITION: 1 } },
    ]);
  },
  'open-by-down': () => {
    expect(incidents([0, DOWN], [1, REGRESSION])).toMatchObject([{ openedBy: 'DOWN', closedAt: null }]);
    expect(incidents([0, { ...UP, from: 'unknown' }])).toEqual([]);
  },
  'close-by-up': () => {
    expect(incidents([0, DOWN], [9, UP])).toMatchObject([{ closedBy: 'UP', closedAt: START + 9_000 }]);
    // An UP from down without a DOWN, which was lost; not one that is sent again.
    const unknown = { openedBy: 'DOWN', startUnknown: true, openedAt: START, closedAt: START, closedBy: 'UP' };
    expect(incidents([0, UP], [1, UP])).toMatchObject([unknown]);
    const time = { timestamp: START / 1_000 + 9 };
    expect(incidents([0, DOWN], [9, { ...UP, ...time }], [999, { ...UP, ...time }])).toHaveLength(1);
    expect(incidents([0, DOWN], [9, UP], [999, UP])).toHaveLength(2);
    const failing = after([0, REGRESSION], [1, DOWN], [9, UP]);
    expect(failing).toMatchObject({ health: 'up', lastGood: null, incidents: [{ closedAt: null }] });
    expect(failuresOf(failing)).toMatchObject([{ what: 'tests', since: START }]);
    // The agent `wup` reports a failed probe twice, and its end by UP only; its silence then means nothing.
    const probe = { ...REGRESSION, stage: 'probe', endpoint: '/health' };
    const quick = { ...PASS, stage: 'quick' };
    const probed = after([0, quick], [9, probe], [9, DOWN], [19, probe], [29, quick], [29, UP], [39, quick]);
    expect(probed).toMatchObject({ health: 'up', result: 'passing', incidents: [{ closedBy: 'UP' }] });
    expect(failuresOf(probed)).toEqual([]);
    expect(failuresOf(after([9, probe], [9, DOWN], [19, quick]))).toHaveLength(2);
    expect(dueOf(probed, null, 0).checks).toMatchObject([{ stage: 'quick' }]);
  },
  'close-by-pass': () => {
    const rollup = after([0, DOWN], [5, PASS]);
    expect(rollup.incidents).toMatchObject([{ closedBy: 'PASS', closedAt: START + 5_000 }]);
    expect(rollup).toMatchObject({ health: 'up', healthPresumed: true, result: 'passing' });
    // A PASS of tests does not say that a page is repaired; one that names the page does.
    expect(incidents([0, VISUAL], [1, ANOMALY], [2, PASS])).toMatchObject([{ closedAt: null }]);
    expect(incidents([0, VISUAL], [1, ANOMALY], [2, { ...PASS, url: VISUAL.url }])).toMatchObject([
      { openedBy: 'VISUAL_DIFF', closedBy: 'PASS' },
    ]);
    expect(incidents([0, BROKEN], [1, ANOMALY], [2, PASS])).toMatchObject([{ closedAt: null }]);
    const cart = { ...REGRESSION, file: 'cart.spec', stage: 'unit' };
    const login = { ...PASS, file: 'login.spec', stage: 'unit' };
    const failing = after([0, cart], [1, DOWN], [2, login]);
    expect(failing).toMatchObject({ health: 'down', result: 'failing', lastGood: null });
    expect(failing.incidents).toMatchObject([{ closedAt: null, findings: [{}, {}, { text: 'login.spec · unit' }] }]);
    expect(failuresOf(failing)).toMatchObject([
      { what: 'down', file: '', stage: '' },
      { what: 'tests', file: 'cart.spec', stage: 'unit', endpoint: '' },
    ]);
  },
  older: () => {
    const at = (seconds: number): { timestamp: number } => ({ timestamp: START / 1_000 + seconds });
    const replayed: [number, object][] = [
      [10, { ...REGRESSION, ...at(9) }],
      [11, { ...PASS, ...at(8) }],
    ];
    expect(incidents(...replayed)).toMatchObject([{ closedAt: null }]);
    expect(incidents(...replayed, [12, { ...PASS, ...at(9) }])).toMatchObject([{ closedBy: 'PASS' }]);
    // A failure that is sent again after a PASS; within 5 minutes it may be the clock of another agent.
    const late = (seconds: number): ReturnType<typeof incidents> =>
      incidents([1_000, { ...PASS, ...at(1_000) }], [1_001, { ...REGRESSION, ...at(seconds) }]);
    expect(late(700)).toEqual([]);
    expect(late(702)).toMatchObject([{ closedAt: null }]);
    // A PASS that is sent again does not say that the check still reports.
    expect(after([0, PASS], [7_200, { ...PASS, ...at(0) }]).checks).toMatchObject([{ seen: START + 300_000 }]);
  },
  'late-up': () => {
    expect(incidents([0, DOWN], [5, PASS], [6, UP])).toMatchObject([{ closedBy: 'UP', closedAt: START + 5_000 }]);
    expect(incidents([0, DOWN], [5, PASS], [500, UP])).toMatchObject([{ closedBy: 'PASS' }]);
    expect(after([0, DOWN], [5, PASS], [6, UP]).healthPresumed).toBe(false);
  },
  join: () => {
    const changed = { ...VISUAL, diff: { status: 'changed' } };
    expect(
      incidents([0, changed], [1, REGRESSION], [2, changed], [3, DOWN], [4, UP], [5, PASS], [6, changed]),
    ).toMatchObject([{ counts: { REGRESSION: 1, VISUAL_DIFF: 1, HEALTH_TRANSITION: 2, PASS: 1 } }]);
  },
  fold: () => {
    const [incident] = incidents(
      [0, REGRESSION],
      [1, REGRESSION],
      [2, REGRESSION],
      [3, { ...REGRESSION, reason: 'x' }],
    );
    expect(incident?.findings).toMatchObject([
      { text: 'Error: boom', count: 3 },
      { text: 'x', count: 1 },
    ]);
  },
  twin: () => {
    const findings = (gap: number, url = 'http://x/a') =>
      incidents([0, DOWN], [1, VISUAL], [1 + gap, { ...ANOMALY, url }])[0]?.findings.slice(1);
    expect(findings(4)).toMatchObject([{ type: 'VISUAL_DIFF', twin: 'ANOMALY', text: 'too small' }]);
    expect(findings(6)).toHaveLength(2);
    expect(findings(1, 'http://x/b')).toHaveLength(2);
  },
  flaky: () => {
    const changing = after([0, PASS], [1, REGRESSION], [2, PASS], [3, REGRESSION]);
    expect(flakiness(changing, START + 4_000)).toBe(3);
    expect(flakiness(changing, START + 30 * 3_600_000)).toBeNull();
    const failing = after(...Array.from({ length: 50 }, (_, i): [number, object] => [i, REGRESSION]));
    expect(flakiness(failing, START + 60_000)).toBeNull();
  },
  late: () => {
    const expected = { ...PASS, stage: 'unit', expect_s: 600 };
    const rollup = after([0, expected], [60, { ...PASS, stage: 'e2e' }]);
    const { lateAt, quietAt, checks } = dueOf(rollup, null, 0);
    expect([lateAt, quietAt]).toEqual([START + 600_000, START + 60_000 + LIMITS.quietMs]);
    expect(checks).toMatchObject([
      { kind: 'tests', stage: 'unit', expected: true },
      { stage: 'e2e', expected: false },
    ]);
    // The settings apply to all checks, except those whose events declare a time.
    expect(dueOf(rollup, 300_000, 0)).toMatchObject({ lateAt: START + 360_000, quietAt: null });
    const row = (state: ServiceRow['state'], passed: number) => stateAt({ state, lateAt, quietAt }, START + passed);
    expect(row('passing', 599_999)).toBe('passing');
    expect(row('passing', 600_000)).toBe('late');
    expect(row('passing', 99 * LIMITS.quietMs)).toBe('late');
    expect(row('failing', 600_000)).toBe('failing');
  },
  quiet: () => {
    const row = (state: ServiceRow['state'], passed: number) =>
      stateAt({ state, lateAt: null, quietAt: START + LIMITS.quietMs }, START + passed);
    expect(row('passing', LIMITS.quietMs - 1)).toBe('passing');
    expect(row('passing', LIMITS.quietMs)).toBe('quiet');
    expect(row('unknown', LIMITS.quietMs)).toBe('quiet');
    expect(row('failing', 99 * LIMITS.quietMs)).toBe('failing');
    const [minute, hour] = [60, 3_600];
    /** Hours until quiet after 10 runs with several events each. */
    const runs = (seconds: number): number => {
      const bursts = Array.from({ length: 10 }, (_, run) =>
        [0, 1, 2].map((i): [number, object] => [run * seconds + i, PASS]),
      );
      const rollup = after(...bursts.flat());
      return ((dueOf(rollup, null, 0).quietAt ?? 0) - rollup.lastSeen) / 3_600_000;
    };
    expect(runs(5 * minute)).toBe(1);
    expect(runs(3 * hour)).toBeCloseTo(6, 2);
    expect(runs(24 * hour)).toBeCloseTo(48, 2);
    expect(runs(30 * 24 * hour)).toBe(7 * 24);
    // Each check for itself: the service still reports, but not this check.
    const checks = after([0, { ...PASS, file: 'a.spec' }], [48 * hour, { ...PASS, file: 'b.spec' }]);
    expect(dueOf(checks, null, 0)).toMatchObject({ quietAt: START + LIMITS.quietMs, checks: [{ file: 'a.spec' }, {}] });
    // Health and looks are reported only when they change.
    const changes = after([0, DOWN], [1, UP], [2, { ...VISUAL, diff: { status: 'changed' } }]);
    expect(dueOf(changes, null, 0)).toMatchObject({
      quietAt: START + 2_000 + LIMITS.quietMs,
      checks: [{ kind: 'service' }],
    });
  },
};

describe('rules', () => {
  it.each(RULES.map(({ id }) => id))('%s', (id) => tests[id]());
});

it('the size of a rollup is bounded for any events', () => {
  const rollup = after(
    ...Array.from({ length: 3_000 }, (_, i): [number, object] => [
      i * 3_600,
      i % 3 === 0 ? { ...REGRESSION, reason: `Error ${i} ${'x'.repeat(1_000)}` } : i % 3 === 1 ? DOWN : PASS,
    ]),
  );
  expect(JSON.stringify(rollup).length).toBeLessThan(60_000);
  expect(rollup.count).toBe(3_000);
});

it('at most 50 problems are tracked, and the service is failing until the others are fixed too', () => {
  const pages = Array.from({ length: 80 }, (_, i): [number, object] => [i, { ...BROKEN, url: `http://x/${i}` }]);
  const repaired = pages.map(([at], i): [number, object] => [100 + at, { ...WORKS, url: `http://x/${i}` }]);
  expect(failuresOf(after(...pages))).toHaveLength(51);
  expect(failuresOf(after(...pages, ...repaired))).toMatchObject([{ what: 'anomaly', text: 'more than 50 problems' }]);
  expect(failuresOf(after(...pages, ...repaired, [200, PASS]))).toEqual([]);
});

it('more than 50 failed tests of two stages remain failing until a PASS without a stage', () => {
  const failed = Array.from({ length: 80 }, (_, i): [number, object] => [
    i,
    { ...REGRESSION, stage: i % 2 === 0 ? 'unit' : 'e2e', file: `${i}.spec` },
  ]);
  const passed = failed.map(([at], i): [number, object] => [
    100 + at,
    { ...PASS, stage: i % 2 === 0 ? 'unit' : 'e2e', file: `${i}.spec` },
  ]);
  const more = { what: 'anomaly', text: 'more than 50 problems', stage: '', file: '' };
  expect(failuresOf(after(...failed))).toHaveLength(51);
  expect(failuresOf(after(...failed, [99, DOWN]))).toHaveLength(52);
  expect(failuresOf(after(...failed, ...passed, [200, { ...PASS, stage: 'unit' }]))).toMatchObject([more]);
  expect(failuresOf(after(...failed, ...passed, [200, PASS]))).toEqual([]);
  const ofUnit = failed.map(([at, event]): [number, object] => [at, { ...event, stage: 'unit' }]);
  expect(failuresOf(after(...ofUnit, [200, { ...PASS, stage: 'unit' }]))).toEqual([]);
});

describe('a rollup saved by an older version', () => {
  const cart = { ...REGRESSION, file: 'cart.spec', stage: 'unit' };
  it('without problems gets those of its health and its last REGRESSION, and its incident is open', () => {
    const { problems: _, ...saved } = after([0, DOWN], [1, cart]);
    for (const incident of saved.incidents) Object.assign(incident, { closedAt: START + 2_000, closedBy: 'UP' });
    const upgraded = upgradedRollup(saved);
    expect(upgraded.incidents).toMatchObject([{ closedAt: null, closedBy: null }]);
    expect(failuresOf(upgraded)).toMatchObject([{ what: 'down' }, { what: 'tests', file: 'cart.spec', stage: 'unit' }]);
    expect(failuresOf(upgradedRollup(upgraded))).toHaveLength(2);
  });

  it('with problems without checks retains them until a PASS', () => {
    const problem = { kind: 'page' as const, subject: 'http://x/a', since: START, text: '', measured: false };
    const upgraded = upgradedRollup({ ...newRollup('s', START), problems: [problem] });
    expect(failuresOf(upgraded)).toMatchObject([{ what: 'page', subject: 'http://x/a', endpoint: 'http://x/a' }]);
    const accepted = acceptEvent(Buffer.from('{"type":"PASS","service":"s","url":"http://x/a"}'));
    if ('complaints' in accepted) throw new Error('refused');
    addToRollup(upgraded, storedEvent(accepted, 2, START + 1_000));
    expect(failuresOf(upgraded)).toEqual([]);
  });
});
