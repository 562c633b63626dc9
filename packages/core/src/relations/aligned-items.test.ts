import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignedItems } from './aligned-items.ts';
import { commonItems } from './equal-lines.ts';

const items = fc.array(fc.nat(6), { maxLength: 140 });

test('as many equal items as the longest common subsequence has are aligned, in order', () => {
  fc.assert(
    fc.property(items, items, (one, other) => {
      const [left, right] = [Uint32Array.from(one), Uint32Array.from(other)];
      const aligned = alignedItems(left, right);
      expect(aligned.length).toBe(commonItems(left, right));
      for (const [index, [at, its]] of aligned.entries()) {
        const [before, itsBefore] = aligned[index - 1] ?? [-1, -1];
        expect(left[at]).toBe(right[its]);
        expect(at > before && its > itsBefore).toBe(true);
      }
    }),
  );
});

test('items are aligned from the end', () => {
  const aligned = (left: number[], right: number[]) => alignedItems(Uint32Array.from(left), Uint32Array.from(right));
  expect(aligned([1, 2, 1, 3], [1, 3, 1])).toEqual([
    [0, 0],
    [2, 2],
  ]);
  expect(aligned([1, 1], [1])).toEqual([[1, 0]]);
  expect(aligned([], [1])).toEqual([]);
});
