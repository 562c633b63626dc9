import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VarintReader, VarintWriter } from './varints.ts';

const numbers = fc.array(fc.oneof(fc.nat(), fc.nat({ max: 200 })), { maxLength: 30 });

test('skips as many numbers as asked, and no more than there are', () => {
  fc.assert(
    fc.property(numbers, numbers, (skipped, read) => {
      const out = new VarintWriter();
      for (const value of [...skipped, ...read]) out.unsigned(value);
      const input = new VarintReader(out.bytes, 0);
      input.skip(skipped.length);
      expect(read.map(() => input.unsigned())).toEqual(read);
      expect(() => input.skip(1)).toThrow(RangeError);
    }),
  );
});
