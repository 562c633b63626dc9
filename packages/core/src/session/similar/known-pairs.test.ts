import { expect, test } from 'vitest';
import type { Comparable } from './comparable.ts';
import { KnownPairs } from './known-pairs.ts';

/** A declaration with some 5-grams. */
function declaration(...halves: number[]): Comparable {
  const place = { path: 'a.ts', name: 'f', declaration: 0, start_line: 1, end_line: 2, start_byte: 0, end_byte: 9 };
  const grams = { halves: Int32Array.from(halves), from: 0, to: halves.length };
  const range = { first: 0, count: 0, lastClosings: 0 };
  return { ...place, ...grams, nodes: 50, key: undefined, range, elements: new Uint8Array() };
}

test('a pair is compared once, also in the next comparison and as other declarations with its 5-grams', () => {
  const pairs = new KnownPairs();
  let compared = 0;
  const similarity = (others: number[]) => {
    return pairs.of(declaration(1, 2), declaration(...others), () => (++compared % 2 === 0 ? undefined : 700));
  };
  for (let comparison = 0; comparison < 3; comparison++) {
    pairs.start();
    expect([similarity([1, 3]), similarity([4, 5]), similarity([5, 4])]).toEqual([700, undefined, undefined]);
  }
  expect(compared).toBe(2);
});

test('a pair that a comparison did not need is forgotten', () => {
  const pairs = new KnownPairs();
  const similarity = (value: number) => pairs.of(declaration(1), declaration(2), () => value);
  expect(similarity(700)).toBe(700);
  pairs.start();
  pairs.start();
  expect(similarity(800)).toBe(800);
});
