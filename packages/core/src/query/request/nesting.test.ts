import { expect, test } from 'vitest';
import { isTooDeep } from './nesting.ts';

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`);

test('a value of 100 levels is accepted, one of 101 and of 1,000,000 is too deep', () => {
  expect(isTooDeep(nested(100))).toBe(false);
  expect(isTooDeep(nested(101))).toBe(true);
  expect(isTooDeep(nested(1_000_000))).toBe(true);
});

test('a wide value is accepted', () => {
  expect(isTooDeep({ a: Array.from({ length: 500_000 }, () => ({ b: 1 })) })).toBe(false);
  expect(isTooDeep(undefined)).toBe(false);
});
