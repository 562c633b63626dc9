import fc from 'fast-check';
import { expect, test } from 'vitest';
import { INSIDE_RULE } from './list-classes.ts';
import { type FileRange, ListedRanges } from './listed-ranges.ts';

const range = fc
  .tuple(fc.constantFrom('a', 'b'), fc.nat(40), fc.integer({ min: 1, max: 12 }))
  .map(([path, start_byte, size]): FileRange => ({ path, start_byte, end_byte: start_byte + size }));

function bytesOf({ path, start_byte, end_byte }: FileRange): string[] {
  return Array.from({ length: end_byte - start_byte }, (_, at) => `${path}${start_byte + at}`);
}

test('ranges are known if the bytes of most of them are in added ranges', () => {
  let known = 0;
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), fc.array(range, { minLength: 1, maxLength: 4 }), (added, asked) => {
      const listed = new ListedRanges();
      for (const it of added) listed.add(it);
      const bytes = new Set(added.flatMap(bytesOf));
      const isKnown = (it: FileRange) => {
        const own = bytesOf(it);
        return own.filter((byte) => bytes.has(byte)).length * 100 >= own.length * INSIDE_RULE.percent_of_bytes;
      };
      const expected = asked.filter(isKnown).length * 2 > asked.length;
      expect(listed.hasMost(asked)).toBe(expected);
      if (expected) known++;
    }),
  );
  expect(known).toBeGreaterThan(5);
});
