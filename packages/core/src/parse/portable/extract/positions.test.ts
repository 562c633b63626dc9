import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from '../../../../../../fixtures/vectors/positions.json' with { type: 'json' };
import { Positions } from './positions.ts';

describe('positions', () => {
  it.each(vectors.cases)('$about', ({ text, repeat = 1, places }) => {
    const positions = new Positions(text.repeat(repeat));
    expect(
      places.map(({ offset }) => ({ offset, line: positions.line(offset), byte: positions.byte(offset) })),
    ).toEqual(places);
  });

  it('counts a lone surrogate as its replacement character', () => {
    const positions = new Positions('\ud83da\ude00b');
    expect([1, 2, 3, 4].map((offset) => positions.byte(offset))).toEqual([3, 4, 7, 8]);
  });

  it('equals the encoder and a count, for any order of calls', () => {
    const unit = fc.constantFrom('a', '\n', '\r', 'é', '€', '😀', '\u2028');
    const text = fc.string({ unit, maxLength: 2_000 });
    fc.assert(
      fc.property(text, fc.array(fc.nat(2_000), { maxLength: 50 }), (source, offsets) => {
        const positions = new Positions(source);
        for (const wanted of offsets) {
          const isInPair = /[\ud800-\udbff]$/.test(source.slice(0, wanted));
          const offset = Math.min(isInPair ? wanted - 1 : wanted, source.length);
          const before = source.slice(0, offset);
          expect(positions.line(offset)).toBe(before.split('\n').length);
          expect(positions.byte(offset)).toBe(Buffer.byteLength(before));
        }
      }),
    );
  });
});
