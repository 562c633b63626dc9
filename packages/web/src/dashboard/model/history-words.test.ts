import { expect, it } from 'vitest';
import { availabilityWords, buildWords, shareWords } from './history-words.ts';

const build = (parts: object) => ({ commit: '', version: '', branch: '', run: '', attempt: '', ...parts });

it('availability is the good share of the known time, rounded down, and none without data', () => {
  expect(availabilityWords({ good: 0.5, failing: 0, none: 0.5 })).toBe('100 %');
  expect(availabilityWords({ good: 0.999999, failing: 0.000001, none: 0 })).toBe('99.99 %');
  expect(availabilityWords({ good: 0, failing: 0.2, none: 0.8 })).toBe('0 %');
  expect(availabilityWords({ good: 0, failing: 0, none: 1 })).toBeNull();
});

it('a share is 0 or 100 % only if it is exactly that', () => {
  expect([0, 0.00001, 0.5, 0.99999, 1].map(shareWords)).toEqual(['0 %', '< 0.1 %', '50 %', '> 99.9 %', '100 %']);
});

it('a build is named by its version and the start of its commit', () => {
  expect(buildWords(build({ commit: '9f2c1e7aa0b1c2d3', version: '1.4', branch: 'main' }))).toBe(
    '1.4 (9f2c1e7aa) on main',
  );
  expect(buildWords(build({ commit: 'release-candidate-7' }))).toBe('release-candidate-7');
  expect(buildWords(build({ run: '77' }))).toBe('');
});
