import fc from 'fast-check';
import { expect, test } from 'vitest';
import vectors from '../../../fixtures/vectors/order.json' with { type: 'json' };
import { compareBytes } from './order.ts';

test('sorts any order of the vectors to theirs', () => {
  expect(vectors.cases.toReversed().sort(compareBytes)).toEqual(vectors.cases);
  fc.assert(
    fc.property(fc.shuffledSubarray(vectors.cases), (some) => {
      expect(some.toSorted(compareBytes)).toEqual(vectors.cases.filter((each) => some.includes(each)));
    }),
  );
});

test('is the order of the UTF-8 bytes of any two strings', () => {
  const text = fc.string({
    unit: fc.constantFrom('', 'a', '\0', '\u007f', 'é', '\ud7ff', '\ue000', '\uffff', '𐀀', '😀'),
  });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
