import { expect, test } from 'vitest';
import { PlaceIndex } from './place-index.ts';

test('a place overlaps those with a line of it, also behind one that ends before', () => {
  const index = new PlaceIndex([
    { path: 'a.py', start: 30, end: 31 },
    { path: 'a.py', start: 1, end: 20 },
    { path: 'a.py', start: 5, end: 6 },
  ]);
  const overlaps = (path: string, start: number, end: number) => index.overlaps({ path, start, end });
  expect([overlaps('a.py', 10, 12), overlaps('a.py', 20, 29), overlaps('a.py', 31, 31)]).toEqual([true, true, true]);
  expect([overlaps('a.py', 21, 29), overlaps('a.py', 32, 40), overlaps('b.py', 1, 20)]).toEqual([false, false, false]);
});

test('without places nothing overlaps', () => {
  expect(new PlaceIndex([]).overlaps({ path: 'a.py', start: 1, end: 2 })).toBe(false);
});
