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
    fc.property(items, items, (left, right) => {
      expect(commonItems(Uint32Array.from(left), Uint32Array.from(right))).toBe(longest(left, right));
    }),
  );
});

test('equal sequences of any length have all items in common', () => {
  for (const length of [0, 1, 31, 32, 33, 64, 100]) {
    const items = Uint32Array.from({ length }, (_, at) => at % 7);
    expect(commonItems(items, items)).toBe(length);
  }
});
