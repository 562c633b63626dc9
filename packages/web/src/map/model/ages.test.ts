import { expect, test } from 'vitest';
import { ageSentence, cameWords } from './ages.ts';

const came = {
  commit: ['4be7c1d09a', '', 'uncommitted'],
  date: ['2026-01-31T12:00:00Z', '', ''],
  subject: ['x', '', ''],
};

test('a copy has the day and the commit with which it came, is older than the searched commits, or not committed', () => {
  const age = { ...came, first: 0 };
  expect([0, 1, 2].map((copy) => cameWords(age, copy))).toEqual([
    '2026-01-31 4be7c1d0, first',
    'older',
    'not committed',
  ]);
});

test('the sentence says how often copies were edited, and since when they differ', () => {
  const since = { commit: '8f0e33d1aa', date: '2026-02-01T00:00:00Z' };
  expect(ageSentence({ ...came, together: 1, apart: 2, differ: true, since })).toBe(
    'Edited together in 1 commit, apart in 2 commits; they differ since 2026-02-01 (8f0e33d1).',
  );
  expect(ageSentence({ ...came, together: 0, apart: 0, differ: false })).toBe(
    'Not edited since they came; they are equal.',
  );
  expect(ageSentence(came)).toBe('The copies are in several repositories.');
});
