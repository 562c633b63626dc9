import { expect, test } from 'vitest';
import { type PairResult, type RankLimits, summarize } from './ranks.ts';

const LIMITS: RankLimits = { pairs: 4, pairsPerLanguage: 2, found: 0.6, first: 0.85, most: 30 };
const results = (...ranks: (number | undefined)[]): PairResult[] => {
  return ranks.map((rank, at) => ({ language: at % 2 === 0 ? 'python' : 'php', rank, findings: 50 }));
};

test('shares are not judged with too few pairs, in all or of a language', () => {
  expect(summarize(results(1, 2), ['python', 'php'], LIMITS)).toEqual({
    found: 2,
    first: 2,
    isJudged: false,
    problems: ['2 of 4 pairs', 'fewer than 2 pairs of python', 'fewer than 2 pairs of php'],
  });
});

test('too few findings, and too few of them in the first ones, are problems', () => {
  expect(summarize(results(1, 40, undefined, undefined), ['python', 'php'], LIMITS)).toEqual({
    found: 2,
    first: 1,
    isJudged: true,
    problems: ['less than 60 % are findings', 'less than 85 % of these are in the first 30'],
  });
});

test('pairs that are nearly all in the first ones meet the limits', () => {
  const { isJudged, problems } = summarize(results(1, 30, 4, undefined), ['python', 'php'], LIMITS);
  expect({ isJudged, problems }).toEqual({ isJudged: true, problems: [] });
});
