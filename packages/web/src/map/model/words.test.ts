import fc from 'fast-check';
import { expect, it } from 'vitest';
import { queryCommand } from './query-command.ts';
import { shortPaths } from './short-paths.ts';
import { count, kindSentence, moment, percent, short } from './words.ts';

it.each([
  [999, '999'],
  [1000, '1k'],
  [1284, '1.28k'],
  [10_000, '10k'],
  [20_040, '20k'],
  [99_949, '99.9k'],
  [100_000, '100k'],
  [189_989, '190k'],
  [250_400, '250k'],
  [999_499, '999k'],
  [1_278_548, '1.28M'],
])('shortens %i to %s', (value, words) => {
  expect(short(value)).toBe(words);
});

/** Around each power of ten and each change of digits. */
const BOUNDARIES = [9.995, 10, 99.95, 100, 200, 250.4, 999.5, 1000]
  .flatMap((factor) => [1, 1e3, 1e6].map((unit) => Math.round(factor * unit)))
  .flatMap((value) => [value - 1, value, value + 1])
  .filter((value) => value < 1e9);

/** The number that a reader takes from a shortened one. */
function read(words: string): number {
  const [, digits = '', unit = ''] = /^([\d.]+)([kM]?)$/.exec(words) ?? [];
  return Number(digits) * ({ k: 1e3, M: 1e6 }[unit] ?? 1);
}

it('shortens every number below a billion to one within 1 % of it', () => {
  const isClose = (value: number): boolean => Math.abs(read(short(value)) - value) <= value / 100;
  expect(BOUNDARIES.filter((value) => !isClose(value))).toEqual([]);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.nat(999_999_999),
        fc.nat(999).map((thousands) => thousands * 1e6),
      ),
      isClose,
    ),
    { numRuns: 20_000 },
  );
});

it('does not round a positive share to 0 %', () => {
  expect([0, 0.0001, 0.37, 0.9999, 1].map(percent)).toEqual(['0 %', '< 1 %', '37 %', '> 99 %', '100 %']);
});

it('formats counts with their noun', () => {
  expect([count(1, 'file'), count(12_345, 'file'), count(2, 'copy', 'copies')]).toEqual([
    '1 file',
    '12,345 files',
    '2 copies',
  ]);
});

it('formats a time, and returns an invalid one unchanged', () => {
  expect([moment('2026-11-21T10:24:00Z'), moment('unknown')]).toEqual(['21 Nov 2026, 10:24 UTC', 'unknown']);
});

it('removes the common directories of all paths, but no file name', () => {
  expect(shortPaths(['src/a/x.py', 'src/a/b/y.py'])).toEqual({ shared: 'src/a/', rest: ['x.py', 'b/y.py'] });
  expect(shortPaths(['x.py', 'x.py/y'])).toEqual({ shared: '', rest: ['x.py', 'x.py/y'] });
});

it('quotes a query for a POSIX shell', () => {
  expect(queryCommand('nodes', { project: "it's" })).toBe(
    `analyzer workspace query --db .analyzer/index.db --operation nodes --params '{"project":"it'\\''s"}'`,
  );
});

it('says what edited copies have in common with the least similarity of the group', () => {
  expect(kindSentence('near', [1000, 930, 900])).toBe(
    'Each copy has at least 90 % of its code in common with the first one.',
  );
  expect(kindSentence('near', [1000, 1000])).toContain('All parts of the copies are equal');
});
