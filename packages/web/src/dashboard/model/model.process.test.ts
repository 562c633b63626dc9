import { spawnSync } from 'node:child_process';
import type { IncidentRow, PageState, ServiceRow } from '@analyzer/contracts/pages/dashboard';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchRuns } from '../../../../../tools/tests/searches.ts';
import { changesSince } from './changes.ts';
import { headlineOf } from './headline.ts';
import { newsBetween } from './news.ts';
import { markChanges } from './pixels.ts';
import { addressOf, EVERYTHING, readView } from './view.ts';
import { topOf, windowOf } from './window.ts';
import { ago, asCurl, dayAndTime, moment, span } from './words.ts';

describe('addresses', () => {
  it('contain the complete view', () => {
    const number = fc.option(fc.integer({ min: 1 }));
    const text = fc.oneof(fc.string(), fc.constantFrom('ü&=#+%00?', '日本 é', '\u{1f600}\n'));
    const view = fc.record({
      page: fc.constantFrom('now' as const, 'review' as const),
      type: text,
      service: fc.string({ minLength: 1 }),
      tag: text,
      check: text,
      q: text,
      since: number,
      until: number,
      open: number,
      incident: number,
      capture: fc.constant(''),
      against: fc.constant(''),
      look: fc.constant('side' as const),
    });
    const compared = view.map((one) => ({ ...one, capture: '0af1', against: '9b', look: 'slider' as const }));
    fc.assert(
      fc.property(fc.oneof(view, compared), (one) => {
        expect(readView(new URL(addressOf(one), 'http://x').searchParams)).toEqual(one);
      }),
      { numRuns: 40 },
    );
  });

  it('fall back to defaults for invalid values', () => {
    const query = new URLSearchParams('open=-1&incident=x&since=1e999&type=PASS&other=1');
    expect(readView(query)).toEqual({ ...EVERYTHING, type: 'PASS' });
  });
});

describe('words', () => {
  it.each([
    [999, '0 s'],
    [61_000, '1 min'],
    [7_200_000, '2 h'],
    [90 * 86_400_000, '90 d'],
  ])('shows %d ms as %s', (ms, text) => {
    expect(span(ms)).toBe(text);
  });

  it('shows ages and times', () => {
    expect(ago(1_000, 1_500)).toBe('now');
    expect(ago(1_000, 62_000)).toBe('1 min ago');
    expect(moment(0)).toBe('1970-01-01 00:00:00');
    expect(moment(8.64e15 + 1)).toBe('invalid time');
    expect(dayAndTime(0)).toBe('01-01 00:00:00');
    expect(dayAndTime(-8.64e15)).toBe('04-20 00:00:00');
    expect(dayAndTime(Number.NaN)).toBe('invalid time');
  });

  it('quotes every event for a shell', () => {
    for (const text of ["it's", '$(touch x) `id` "q" \\ !!', "'; rm -rf / #", '\n\t', '-d @/etc/passwd']) {
      const json = JSON.stringify({ type: 'PASS', reason: text });
      const command = asCurl(json, 'http://localhost:8000', true).replace(/^curl/, "printf '%s\\0'");
      const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8', env: { DASHBOARD_TOKEN: 'a b"$c' } });
      expect(stdout.split('\0').slice(0, -1)).toEqual([
        '-X',
        'POST',
        'http://localhost:8000/events',
        '-H',
        'Content-Type: application/json',
        '-H',
        'Authorization: Bearer a b"$c',
        '--data-raw',
        json,
      ]);
    }
  });
});

describe('the window of a long list', () => {
  it('contains every visible row, and the height of the others', () => {
    const metrics = fc.record({
      count: fc.nat(3_000),
      row: fc.integer({ min: 20, max: 60 }),
      open: fc.integer({ min: -1, max: 2_999 }),
      details: fc.nat(2_000),
      top: fc.integer({ min: -3_000, max: 200_000 }),
      height: fc.integer({ min: 1, max: 2_000 }),
    });
    fc.assert(
      fc.property(metrics, (given) => {
        const one = { ...given, open: given.open < given.count ? given.open : -1 };
        const { from, to, before, after } = windowOf(one);
        expect(0 <= from && from <= to && to <= one.count).toBe(true);
        expect(before).toBe(topOf(one, from));
        expect(before + (topOf(one, to) - topOf(one, from)) + after).toBe(topOf(one, one.count));
        for (let i = 0; i < one.count; i++) {
          const seen = topOf(one, i + 1) > one.top && topOf(one, i) < one.top + one.height;
          if (seen && !(from <= i && i < to)) expect.fail(`row ${i} is not in ${from} to ${to}`);
        }
        expect(to - from).toBeLessThan(one.height / one.row + 20);
      }),
      { numRuns: searchRuns(300) },
    );
  });
});

const incident = (service: string, openedAt: number, closedAt: number | null): IncidentRow => ({
  id: openedAt,
  service,
  deployed: null,
  openedAt,
  openedBy: 'DOWN',
  down: true,
  closedAt,
  closedBy: closedAt === null ? null : 'UP',
  counts: {},
  findings: [],
});

const row = (service: string, more: Partial<ServiceRow> = {}): ServiceRow => ({
  service,
  state: 'passing',
  failures: [],
  stateSince: null,
  lateAt: null,
  quietAt: Number.MAX_SAFE_INTEGER,
  due: [],
  moreChecks: false,
  measurements: [],
  owner: '',
  tags: [],
  health: 'up',
  healthSince: null,
  healthPresumed: false,
  lastGood: null,
  firstSeen: 0,
  lastSeen: 0,
  count: 0,
  regression: null,
  visual: null,
  anomaly: null,
  hours: [],
  flaky: null,
  skew: null,
  acknowledged: null,
  capture: null,
  links: [],
  ...more,
});

const stateOf = (more: Partial<PageState>): PageState => ({
  version: '1',
  epoch: 'a',
  newest: 9,
  gapless: 4,
  now: 1_000,
  newestAt: 900,
  unprotected: false,
  needsToken: false,
  mayAdminister: true,
  toReview: 0,
  ring: { capacity: 10, size: 5, byType: {} },
  losses: {
    degraded: null,
    dropped: 0,
    cutStrings: 0,
    quarantined: 0,
    readersCutOff: 0,
    servicesForgotten: 0,
    servicesRefused: 0,
    clockBehind: 0,
    ringLimit: null,
    sharedBehind: null,
    channels: [],
    refused: [],
  },
  services: [],
  incidents: [],
  rules: [],
  audit: [],
  ...more,
});

it('lists changes, most severe first', () => {
  const visual = { seq: 1, at: 600, reason: '', endpoint: '', url: '', inRing: true };
  const state = stateOf({
    services: [
      row('new', { count: 5, firstSeen: 600, lastSeen: 900 }),
      row('old', { count: 4, visual }),
      row('late', { lateAt: 600 }),
      row('long late', { lateAt: 400 }),
      row('day', { quietAt: 600 }),
      row('ten days', { quietAt: 400 }),
    ],
    incidents: [
      incident('new', 600, null),
      incident('short', 600, 700),
      incident('old', 100, 600),
      incident('still', 100, null),
    ],
    audit: [
      { at: 300, action: 'clear', by: 'before', what: '' },
      { at: 800, action: 'clear', by: '10.0.0.1', what: '' },
    ],
  });
  expect(changesSince({ epoch: 'a', newest: 9, total: 7, at: 500 }, state)).toEqual([
    { words: 'Failing since then', services: ['new'] },
    { words: 'Failed and recovered', services: ['short'] },
    { words: 'Recovered', services: ['old'] },
    { words: 'Looks different', services: ['old'] },
    { words: 'Became late', services: ['late'] },
    { words: 'Became quiet', services: ['day'] },
    { words: 'New services', services: ['new'] },
    { words: 'Events were cleared by 10.0.0.1', services: [] },
    { words: '2 new events', services: [] },
  ]);
  expect(changesSince({ epoch: 'a', newest: 9, total: 9, at: 1_000 }, state)).toEqual([]);
  expect(changesSince({ epoch: 'b', newest: 9, total: 9, at: 1_000 }, state)).toHaveLength(1);
});

describe('the headline', () => {
  const at = (now: number, staleSince: number | null, ...services: ServiceRow[]): [string, string] => {
    const { words, tone } = headlineOf({ services, now }, staleSince);
    return [words, tone];
  };
  const failing = row('failing', { state: 'failing', quietAt: 0 });
  const quiet = row('quiet', { state: 'quiet', quietAt: 500 });

  it('counts failing and quiet services, and says that nothing fails only if all have reported', () => {
    expect(at(1_000, null)).toEqual(['No events yet', 'good']);
    expect(at(1_000, null, row('a'))).toEqual(['Nothing is failing', 'good']);
    expect(at(1_000, null, row('a'), quiet)).toEqual(['1 quiet', 'quiet']);
    expect(at(1_000, null, quiet)).toEqual(['1 quiet', 'quiet']);
    expect(at(1_000, null, failing)).toEqual(['1 failing', 'bad']);
    expect(at(1_000, null, row('a'), quiet, quiet, failing)).toEqual(['1 failing · 2 quiet', 'bad']);
    const late = row('late', { lateAt: 900, quietAt: 0 });
    expect(at(1_000, null, row('a'), late, quiet)).toEqual(['1 late · 1 quiet', 'late']);
    expect(at(1_000, null, failing, late, quiet)).toEqual(['1 failing · 1 late · 1 quiet', 'bad']);
  });

  it('counts a service as quiet once its time has passed, and in a stale state as of the time of loading', () => {
    const soon = row('soon', { quietAt: 1_000 });
    expect(at(999, null, soon)).toEqual(['Nothing is failing', 'good']);
    expect(at(1_000, null, soon)).toEqual(['1 quiet', 'quiet']);
    expect(at(60_000, 999, soon)[0]).toMatch(/At that time: Nothing is failing$/);
    expect(at(60_000, 1_000, soon)[0]).toMatch(/At that time: 1 quiet$/);
  });
});

it('marks differing pixels, and fades the others', () => {
  const before = Uint8ClampedArray.of(0, 0, 0, 255, 100, 100, 100, 255, 9, 9, 9, 255);
  const after = Uint8ClampedArray.of(0, 0, 0, 255, 250, 100, 100, 255, 19, 9, 9, 255);
  const marked = new Uint8ClampedArray(after.length);
  expect(markChanges({ before, after, marked, width: 3, height: 1 })).toBe(1);
  expect([...marked.slice(4, 8)]).toEqual([214, 32, 80, 255]);
  for (const unchanged of [marked.slice(0, 3), marked.slice(8, 11)])
    expect(Math.min(...unchanged)).toBeGreaterThan(180);
});

describe('notifications', () => {
  const titles = (before: Partial<PageState>, after: Partial<PageState>): string[] =>
    newsBetween(stateOf(before), stateOf(after)).map(({ title }) => title);

  it('report each failure, recovery and late service once', () => {
    const broken = { incidents: [incident('a', 5, null)] };
    expect(titles({}, broken)).toEqual(['a is failing']);
    expect(titles(broken, broken)).toEqual([]);
    expect(titles(broken, { incidents: [incident('a', 5, 8)] })).toEqual(['a recovered']);
    expect(titles({ incidents: [incident('a', 5, 8)] }, { incidents: [incident('a', 5, 8)] })).toEqual([]);
    const late = { services: [row('b', { lateAt: 900 })] };
    expect(titles({}, late)).toEqual(['b is late']);
    expect(titles(late, late)).toEqual([]);
  });

  it('report a new incident also while an older one is open', () => {
    const before = { incidents: [incident('a', 5, null)] };
    expect(titles(before, { incidents: [incident('a', 5, null), incident('b', 7, null)] })).toEqual(['b is failing']);
  });

  it('report nothing of muted services, and nothing of another store', () => {
    const acknowledged = { kind: 'muted' as const, owner: 'o', note: '', since: 0, until: 1e9 };
    const services = [row('a', { acknowledged })];
    expect(titles({}, { services, incidents: [incident('a', 5, null)] })).toEqual([]);
    const looked = [row('a', { acknowledged: { ...acknowledged, kind: 'acknowledged' } })];
    expect(titles({}, { services: looked, incidents: [incident('a', 5, null)] })).toEqual(['a is failing']);
    expect(titles({}, { epoch: 'b', incidents: [incident('a', 5, null)] })).toEqual([]);
  });
});
