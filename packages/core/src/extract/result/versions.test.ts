import { expect, test } from 'vitest';
import { compareVersions } from './versions.ts';

const ASCENDING = ['0.9', '1.0.0-alpha', '1.0.0-beta.2', '1.0.0-beta.11', '1.0.0', '1.0.0.post1', '1.2', '1.10.0', '2'];

test.each(ASCENDING.slice(1).map((version, index) => [ASCENDING[index] ?? '', version]))(
  'the version %s is lower than %s',
  (lower, higher) => {
    expect(compareVersions(lower, higher)).toBeLessThan(0);
    expect(compareVersions(higher, lower)).toBeGreaterThan(0);
  },
);

test.each([
  ['1.0', '1.0.0'],
  ['v1.2.0', '1.2'],
  ['1.0.0+build.1', '1.0.0+build.2'],
])('the versions %s and %s are equal', (one, other) => {
  expect(compareVersions(one, other)).toBe(0);
});
