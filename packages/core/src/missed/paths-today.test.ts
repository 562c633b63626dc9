import { expect, test } from 'vitest';
import { PathsToday } from './paths-today.ts';

test('a file that was renamed twice has its path of today at each commit, and the reverse', () => {
  const paths = new PathsToday();
  expect(paths.today('c.py')).toBe('c.py');
  paths.goBefore('b.py', 'c.py');
  expect([paths.today('b.py'), paths.former('c.py')]).toEqual(['c.py', 'b.py']);
  paths.goBefore('a.py', 'b.py');
  expect([paths.today('a.py'), paths.former('c.py')]).toEqual(['c.py', 'a.py']);
});

test('files that were never renamed keep their path', () => {
  const paths = new PathsToday();
  paths.goBefore('x.py', 'x.py');
  expect([paths.today('x.py'), paths.former('y.py')]).toEqual(['x.py', 'y.py']);
});
