import fc from 'fast-check';
import { expect, test } from 'vitest';
import vectors from '../../../../fixtures/vectors/lines.json' with { type: 'json' };
import { LineCount } from './line-count.ts';

function linesOf(pieces: Uint8Array[]): number {
  const count = new LineCount();
  for (const piece of pieces) count.add(piece);
  return count.lines;
}

test.each(vectors.cases)('$hex has $lines', ({ hex, lines }) => {
  expect(linesOf([Buffer.from(hex, 'hex')])).toBe(lines);
});

test('the result does not depend on the pieces of a file', () => {
  const piece = fc.array(fc.constantFrom(10, 13, 97), { maxLength: 5 }).map((bytes) => Uint8Array.from(bytes));
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(linesOf(pieces)).toBe(linesOf([Buffer.concat(pieces)]));
    }),
  );
});

test('bytes similar to line feeds do not count, at any alignment', () => {
  const near = fc.constantFrom(0, 9, 10, 11, 0x0a ^ 0x80, 0x8b, 0xff, 97);
  fc.assert(
    fc.property(fc.array(near, { maxLength: 40 }), fc.nat({ max: 7 }), (bytes, offset) => {
      const piece = new Uint8Array(offset + bytes.length).subarray(offset);
      piece.set(bytes);
      const feeds = bytes.filter((byte) => byte === 10).length;
      expect(linesOf([piece])).toBe(feeds + Number(bytes.length > 0 && bytes.at(-1) !== 10));
    }),
  );
});
