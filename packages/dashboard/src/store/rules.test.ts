import { type ServiceRow, stateAt } from '@analyzer/contracts/pages/dashboard';
import { describe, expect, it } from 'vitest';
import { acceptEvent } from '../event/accept.ts';
import { storedEvent } from '../event/stored.ts';
import { flakiness, silence } from '../view/page-state.ts';
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
    const failing = after([0, REGRESSION], [1, DOWN], [9, UP]);
    expect(failing).toMatchObject({ health: 'up', lastGood: null, incidents: [{ closedAt: null }] });
    expect(failuresOf(failing)).toMatchObject([{ what: 'tests', since: START }]);
  },
  'close-by-pass': () => {
    const rollup = after([0, DOWN], [5, PASS]);
    expect(rollup.incidents).toMatchObject([{ closedBy: 'PASS', closedAt: START + 5_000 }]);
    expect(rollup).toMatchObject({ health: 'up', healthPresumed: true, result: 'passing' });
    expect(incidents([0, VISUAL], [1, ANOMALY], [2, PASS])).toMatchObject([
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
  silent: () => {
    const every = (seconds: number) =>
      after(...Array.from({ length: 10 }, (_, i): [number, object] => [i * seconds, PASS]));
    const minute = 60_000;
    expect(silence(every(10), 9 * minute)).toBeNull();
    expect(silence(every(10), 11 * minute)).toBe(11 * minute);
    expect(silence(every(600), 50 * minute)).toBeNull();
    expect(silence(every(600), 61 * minute)).toBe(61 * minute);
    expect(silence(after([0, PASS], [1, PASS]), 99 * 3_600_000)).toBeNull();
  },
  quiet: () => {
    const row = (state: ServiceRow['state'], passed: number) =>
      stateAt({ state, quietAt: START + LIMITS.quietMs }, START + passed);
    expect(row('passing', LIMITS.quietMs - 1)).toBe('passing');
    expect(row('passing', LIMITS.quietMs)).toBe('quiet');
    expect(row('unknown', LIMITS.quietMs)).toBe('quiet');
    expect(row('failing', 99 * LIMITS.quietMs)).toBe('failing');
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
    const accepted = acceptEvent(Buffer.from('{"type":"PASS","service":"s"}'));
    if ('complaints' in accepted) throw new Error('refused');
    addToRollup(upgraded, storedEvent(accepted, 2, START + 1_000));
    expect(failuresOf(upgraded)).toEqual([]);
  });
});
