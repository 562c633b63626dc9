import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseSteps } from './choose-steps.ts';

test('steps are in order, have the last commit, are at most the limit, and count each commit up to the last once', () => {
  const number = (max: number) => fc.integer({ min: 1, max });
  fc.assert(
    fc.property(number(80), number(9), number(20), (length, every, limit) => {
      const commits = Array.from({ length }, (_, at) => at);
      const steps = chooseSteps(commits, every, limit);
      const its = steps.map(({ it }) => it);
      expect(its).toEqual([...new Set(its)].sort((a, b) => a - b));
      expect(its.at(-1)).toBe(length - 1);
      expect(its).toHaveLength(Math.min(limit, Math.ceil(length / every)));
      expect(steps.reduce((sum, step) => sum + step.commits, 0)).toBe(length);
    }),
  );
});

test('steps that a limit spreads have both ends, and distances that differ by one at most', () => {
  const steps = chooseSteps(
    Array.from({ length: 100 }, (_, at) => at),
    1,
    7,
  );
  expect(steps.map(({ it }) => it)).toEqual([0, 17, 33, 50, 66, 83, 99]);
});

test('without commits there is no step', () => {
  expect(chooseSteps([], 1, 60)).toEqual([]);
});
