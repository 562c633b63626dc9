import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf } from './parts.ts';

test('parts cover each of the 256 ranges once, with as few parts as have at most that many rows', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 40), fc.integer({ min: 1, max: 10_000_000 }), (rows, most) => {
      const parts = partsOf(rows, most);
      const covered = parts.flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, at) => first + at),
      );
      expect(covered).toEqual(Array.from({ length: 256 }, (_, range) => range));
      const isSmall = rows / parts.length <= most;
      expect(isSmall || parts.length === 256).toBe(true);
      expect(parts.length === 1 || (2 * rows) / parts.length > most).toBe(true);
    }),
  );
  expect(partsOf(200_000_000, 4_000_000)).toHaveLength(64);
  expect(partsOf(1e12, Number.POSITIVE_INFINITY)).toEqual([{ first: 0, last: 255 }]);
});
