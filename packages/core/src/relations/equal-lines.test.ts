import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonItems } from './equal-lines.ts';

/** The textbook table. */
function longest(left: readonly number[], right: readonly number[]): number {
  let row = [0, ...left.map(() => 0)];
  for (const item of right) {
    const next = [0];
    for (const [at, other] of left.entries()) {
      next.push(item === other ? (row[at] ?? 0) + 1 : Math.max(next[at] ?? 0, row[at + 1] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const items = fc.array(fc.nat(6), { maxLength: 140 });

test('the number of common items is that of a table of all prefixes', () => {
  fc.assert(
    fc.property(items, items, items, items, (start, one, other, end) => {
      const [left, right] = [
        [...start, ...one, ...end],
        [...start, ...other, ...end],
      ];
      expect(commonItems(Uint32Array.from(left), Uint32Array.from(right))).toBe(longest(left, right));
    }),
  );
});

test('items that only one sequence has are not common, wherever they are', () => {
  const others = fc.array(fc.integer({ min: 7, max: 20 }), { maxLength: 40 });
  fc.assert(
    fc.property(items, others, others, fc.nat(), (common, one, other, seed) => {
      const mixed = (list: readonly number[]) => {
        const all = [...common];
        for (const [at, item] of list.entries()) all.splice((seed * (at + 1)) % (all.length + 1), 0, item);
        return all;
      };
      const [left, right] = [mixed(one), mixed(other.map((item) => item + 20))];
      const many = Array.from({ length: 1_500 }, (_, at) => 100 + at);
      const own = many.map((item) => -item >>> 0);
      expect(commonItems(Uint32Array.from(left), Uint32Array.from(right))).toBe(common.length);
      expect(commonItems(Uint32Array.from([...many, ...left]), Uint32Array.from([...own, ...right]))).toBe(
        common.length,
      );
    }),
  );
});

test('equal sequences of any length have all items in common', () => {
  for (const length of [0, 1, 31, 32, 33, 64, 100]) {
    const items = Uint32Array.from({ length }, (_, at) => at % 7);
    expect(commonItems(items, items)).toBe(length);
  }
});

test('any numbers can be items, also as many as there are lines of a file', () => {
  const large = fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 100, maxLength: 300 });
  fc.assert(
    fc.property(large, large, (own, other) => {
      const [left, right] = [
        [0, ...own, ...other, 2 ** 32 - 1],
        [...other.toReversed(), ...own, 0],
      ];
      expect(commonItems(Uint32Array.from(left), Uint32Array.from(right))).toBe(longest(left, right));
    }),
    { numRuns: 20 },
  );
});
