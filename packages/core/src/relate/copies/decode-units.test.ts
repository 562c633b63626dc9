import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeElementBlock, decodeShapeHashes, decodeUnits } from '#parse/elements/element-block.ts';
import { filesWithBodies, filesWithUnits } from './arbitrary-fixture.ts';
import { comparedFile } from './fixture.ts';

test('units are the same without the rest of their block', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.oneof(filesWithUnits, filesWithBodies), (files) => {
      for (const { elements } of files.map(comparedFile)) {
        const { units } = decodeElementBlock(elements);
        expect(decodeUnits(elements)).toEqual(units);
        expect(decodeShapeHashes(elements)).toEqual({ shapeHigh: units.shapeHigh, shapeLow: units.shapeLow });
        compared += units.first.length;
      }
    }),
  );
  expect(compared).toBeGreaterThan(100);
});

test('a block that is cut off is refused', () => {
  fc.assert(
    fc.property(filesWithUnits, (files) => {
      for (const { elements } of files.map(comparedFile)) {
        if (decodeElementBlock(elements).units.first.length === 0) continue;
        expect(() => decodeUnits(elements.subarray(0, 8))).toThrow(RangeError);
      }
    }),
  );
});
