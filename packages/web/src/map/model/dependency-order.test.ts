import type { MapCycle } from '@analyzer/contracts/pages/map';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dependencyOrder } from './dependency-order.ts';

function cycle(count: number, pairs: readonly (readonly [number, number])[], cut: number[]): MapCycle {
  return {
    project: 0,
    files: Array.from({ length: count }, (_, i) => i),
    edges: { from: pairs.map(([from]) => from), to: pairs.map(([, to]) => to), line: pairs.map(() => 1) },
    example: [],
    cut,
    cut_is_smallest: true,
  };
}

it('orders imported files first, ignoring the imports to cut', () => {
  expect(
    dependencyOrder(
      cycle(
        3,
        [
          [0, 1],
          [1, 2],
          [2, 0],
        ],
        [2],
      ),
    ),
  ).toEqual([2, 1, 0]);
});

it('orders every file after its imports if the cut breaks all cycles, and contains all files', () => {
  const edge = fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 }));
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 40 }), (pairs) => {
      const cut = pairs.flatMap(([from, to], i) => (from <= to ? [i] : []));
      const order = dependencyOrder(cycle(10, pairs, cut));
      expect(order.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      for (const [from, to] of pairs) {
        if (from > to) expect(order.indexOf(from)).toBeGreaterThan(order.indexOf(to));
      }
    }),
  );
});

it('contains files of remaining cycles', () => {
  expect(
    dependencyOrder(
      cycle(
        2,
        [
          [0, 1],
          [1, 0],
        ],
        [],
      ),
    ),
  ).toEqual([0, 1]);
});
