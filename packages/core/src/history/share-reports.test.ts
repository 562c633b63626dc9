import { expect, test } from 'vitest';
import type { HistoryStep } from './model.ts';
import { shareReports } from './share-reports.ts';

/** A step of 200 lines of product code and of tests. */
function stepOf(commit: string, repeated: number, inTests = 0): HistoryStep {
  const amount = { lines: 200, groups: 0, functions: 0 };
  return {
    commit,
    date: '2026-01-31T12:00:00Z',
    subject: 'not sent',
    ...{ commits: 1, files: 1, incomplete: 0, cycles: 0 },
    product: { ...amount, repeated },
    tests: { ...amount, repeated: inTests },
  };
}

test('steps above a limit and the first one after them that is not are reported, in percent', () => {
  const steps = [stepOf('a', 10), stepOf('b', 11), stepOf('c', 30), stepOf('d', 10), stepOf('e', 0)];
  expect(shareReports(steps, [{ percent: 5 }]).map(({ commit, percent }) => [commit, percent])).toEqual([
    ['b', 5.5],
    ['c', 15],
    ['d', 5],
  ]);
});

test('a report has numbers and the commit, and tests have a limit of their own', () => {
  const reports = shareReports([stepOf('a', 100, 50)], [{ percent: 60 }, { percent: 20, files: 'tests' }]);
  expect(reports).toEqual([{ files: 'tests', percent: 25, limit: 20, commit: 'a', timestamp: 1769860800 }]);
});
