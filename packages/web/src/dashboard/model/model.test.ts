import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { IncidentRow, ListedEvent, PageState } from '../data.ts';
import { changesSince } from './changes.ts';
import { addressOf, readView } from './view.ts';
import { ago, asCurl, moment, span, summaryOf, timeOf } from './words.ts';

const listed = (event: Record<string, unknown>, received: number | null = 5_000): ListedEvent => ({
  seq: 1,
  received,
  cut: 0,
  headline: '',
  event,
});

describe('addresses', () => {
  it('hold a view whole', () => {
    const view = fc.record({
      type: fc.string(),
      service: fc.string(),
      q: fc.string(),
      open: fc.option(fc.integer({ min: 1 })),
    });
    fc.assert(
      fc.property(view, (one) => {
        expect(readView(new URL(addressOf(one), 'http://x').searchParams)).toEqual(one);
      }),
    );
  });

  it('fall back where they say nonsense', () => {
    expect(readView(new URLSearchParams('open=-1&type=PASS&other=1'))).toEqual({
      type: 'PASS',
      service: '',
      q: '',
      open: null,
    });
  });
});

describe('words', () => {
  it.each([
    [999, '0 s'],
    [61_000, '1 min'],
    [7_200_000, '2 h'],
    [90 * 86_400_000, '90 d'],
  ])('%d ms are %s', (ms, text) => {
    expect(span(ms)).toBe(text);
  });

  it('say when', () => {
    expect(ago(1_000, 1_500)).toBe('now');
    expect(ago(1_000, 62_000)).toBe('1 min ago');
    expect(moment(0)).toBe('1970-01-01 00:00:00');
    expect(moment(8.64e15 + 1)).toBe('no valid time');
    expect(timeOf(listed({ timestamp: 7 }))).toBe(7_000);
    expect(timeOf(listed({ timestamp: 1_730_000_000_000 }))).toBe(1_730_000_000_000);
    expect(timeOf(listed({ timestamp: null }))).toBe(5_000);
  });

  it('say what an event is about', () => {
    expect(summaryOf(listed({ type: 'HEALTH_TRANSITION', from: 'up', to: 'down' }))).toBe('up → down');
    expect(summaryOf({ ...listed({ type: 'REGRESSION', reason: 'a\nb' }), headline: 'b' })).toBe('b');
    expect(summaryOf(listed({ type: 'VISUAL_DIFF', url: 'http://x', diff: { status: 'issue' } }))).toBe(
      'issue · http://x',
    );
    expect(summaryOf(listed({ type: 'PASS', status: 1, diff: 'x' }))).toBe('');
  });

  it('quote for a shell whatever stands in an event', () => {
    for (const text of ["it's", '$(touch x) `id` "q" \\ !!', "'; rm -rf / #", '\n\t', '-d @/etc/passwd']) {
      const json = JSON.stringify({ type: 'PASS', reason: text });
      const command = asCurl(json, 'http://localhost:8000').replace(/^curl/, "printf '%s\\0'");
      const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
      expect(stdout.split('\0').slice(0, -1)).toEqual([
        '-X',
        'POST',
        'http://localhost:8000/events',
        '-H',
        'Content-Type: application/json',
        '--data-raw',
        json,
      ]);
    }
  });
});

it('tells what changed, the worst first', () => {
  const incident = (service: string, openedAt: number, closedAt: number | null): IncidentRow => ({
    id: openedAt,
    service,
    openedAt,
    openedBy: 'DOWN',
    down: true,
    closedAt,
    closedBy: closedAt === null ? null : 'UP',
    counts: {},
    findings: [],
  });
  const state: PageState = {
    version: '1',
    epoch: 'a',
    newest: 9,
    now: 1_000,
    newestAt: 900,
    unprotected: false,
    mayAdminister: true,
    ring: { capacity: 10, size: 5, byType: {} },
    losses: { degraded: null, dropped: 0, cutStrings: 0, quarantined: 0, refused: {} },
    services: [],
    incidents: [
      incident('new', 600, null),
      incident('short', 600, 700),
      incident('old', 100, 600),
      incident('still', 100, null),
    ],
    rules: [],
    audit: [],
  };
  expect(changesSince({ epoch: 'a', newest: 7, at: 500 }, state)).toEqual([
    'Broke and is still broken: new',
    'Broke and recovered: short',
    'Recovered: old',
    '2 new events',
  ]);
  expect(changesSince({ epoch: 'a', newest: 9, at: 1_000 }, state)).toEqual([]);
  expect(changesSince({ epoch: 'b', newest: 9, at: 1_000 }, state)).toHaveLength(1);
});
