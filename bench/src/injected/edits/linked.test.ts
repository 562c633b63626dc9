import { expect, test } from 'vitest';
import type { Fragment } from './detectors.ts';
import { Links } from './linked.ts';

const at = (path: string, from: number, to: number): Fragment => ({ path, from, to });
const pair = (...fragments: Fragment[]) => ({ kind: 'clone', fragments });

test('ranges are connected if fragments cover half of the lines of each', () => {
  const half = new Links([pair(at('a', 1, 5), at('b', 11, 15))]);
  expect(half.connects(at('a', 1, 10), at('b', 11, 20))).toBe(true);
  expect(half.connects(at('a', 1, 11), at('b', 11, 20))).toBe(false);
  expect(half.connects(at('a', 1, 10), at('c', 11, 20))).toBe(false);
});

test('the fragments on both sides of an edit count together', () => {
  const parts = [pair(at('a', 1, 3), at('b', 1, 3)), pair(at('a', 8, 10), at('b', 8, 10))];
  expect(new Links(parts).connects(at('a', 1, 10), at('b', 1, 10))).toBe(true);
  expect(new Links(parts.slice(1)).connects(at('a', 1, 10), at('b', 1, 10))).toBe(false);
});

test('ranges are connected through a third copy', () => {
  const chain = new Links([pair(at('a', 1, 9), at('c', 1, 9)), pair(at('c', 1, 9), at('b', 1, 9))]);
  expect(chain.connects(at('a', 1, 9), at('b', 1, 9))).toBe(true);
});
