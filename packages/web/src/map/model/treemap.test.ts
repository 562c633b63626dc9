import fc from 'fast-check';
import { expect, it } from 'vitest';
import { squarify } from './treemap.ts';

it('lays out the example of the paper', () => {
  const rects = squarify([6, 6, 4, 3, 2, 2, 1], { x: 0, y: 0, width: 6, height: 4 });
  const rounded = rects.map(({ x, y, width, height }) =>
    [x, y, width, height].map((value) => Number(value.toFixed(2))),
  );
  expect(rounded).toEqual([
    [0, 0, 3, 2],
    [0, 2, 3, 2],
    [3, 0, 1.71, 2.33],
    [4.71, 0, 1.29, 2.33],
    [3, 2.33, 1.2, 1.67],
    [4.2, 2.33, 1.2, 1.67],
    [5.4, 2.33, 0.6, 1.67],
  ]);
});

it('gives every weight its share of the area without overlap', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(
      weights,
      fc.integer({ min: 10, max: 2000 }),
      fc.integer({ min: 10, max: 2000 }),
      (given, width, height) => {
        const sum = given.reduce((all, weight) => all + weight, 0);
        const rects = squarify(given, { x: 5, y: 7, width, height });
        expect(rects.length).toBe(given.length);
        rects.forEach((rect, i) => {
          expect((rect.width * rect.height) / (width * height)).toBeCloseTo((given[i] ?? 0) / sum, 6);
          expect(rect.x).toBeGreaterThanOrEqual(5 - 1e-6);
          expect(rect.y).toBeGreaterThanOrEqual(7 - 1e-6);
          expect(rect.x + rect.width).toBeLessThanOrEqual(5 + width + 1e-6);
          expect(rect.y + rect.height).toBeLessThanOrEqual(7 + height + 1e-6);
          for (const other of rects.slice(i + 1)) {
            const across = Math.min(rect.x + rect.width, other.x + other.width) - Math.max(rect.x, other.x);
            const down = Math.min(rect.y + rect.height, other.y + other.height) - Math.max(rect.y, other.y);
            expect(Math.min(across, down)).toBeLessThan(1e-6);
          }
        });
      },
    ),
    { numRuns: 60 },
  );
});
