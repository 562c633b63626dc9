import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastPosted, mayBeSimilar } from '#relate/copies/gram-order.ts';
import { encodePostings, visitPostings } from './posting-block.ts';

const pairs = (most: number) =>
  fc
    .array(fc.tuple(fc.nat(65_535), fc.nat(most)), { maxLength: 300 })
    .map((list) => list.sort((a, b) => a[0] - b[0] || a[1] - b[1]));

test('a block of postings has the pairs that were encoded, in order, with repeated ones', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 30, 100_000, 2 ** 31 - 2).chain((most) => fc.tuple(fc.constant(most), pairs(most))),
      ([most, list]) => {
        const first = list[0]?.[0] ?? 0;
        const postings = { values: list.map(([v]) => v), numbers: list.map(([, n]) => n), length: list.length };
        const block = encodePostings(postings, first, most + 1);
        const found: [number, number][] = [];
        visitPostings(block, first, 65_535, (value, number) => found.push([value, number]));
        expect(found).toEqual(list);
        const last = list[list.length >> 1]?.[0] ?? 0;
        found.length = 0;
        visitPostings(block, first, last, (value, number) => found.push([value, number]));
        expect(found).toEqual(list.filter(([value]) => value <= last));
      },
    ),
  );
});

test('bytes that are not a block of postings are refused or read to their end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        let visited = 0;
        visitPostings(bytes, 0, 65_535, () => visited++);
        expect(visited).toBeLessThanOrEqual(bytes.length * 8);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});

const sets = fc.array(fc.nat(40), { minLength: 1, maxLength: 40 });

test('the last posted value is the one after the lower half of the values, in any order', () => {
  expect(lastPosted(new Uint16Array(0))).toBe(-1);
  fc.assert(
    fc.property(fc.array(fc.nat(65_535), { minLength: 1, maxLength: 60 }), fc.nat(3), (list, bits) => {
      // Fewer different values, so that some are repeated.
      const values = Uint16Array.from(list, (it) => it >> (4 * bits));
      expect(lastPosted(values)).toBe(values.slice().sort()[values.length >>> 1]);
    }),
  );
});

test('sets with a Jaccard coefficient of at least 1/2 have a posted value in common, and may be similar by the bound', () => {
  fc.assert(
    fc.property(sets, sets, fc.nat(20), (one, other, shared) => {
      // Elements are a value and an ordinal, since elements can share a value.
      const elements = (list: number[], more: number) =>
        new Set([...list.map((n) => `${n >> 1} ${n & 1}`), ...Array.from({ length: more }, (_, n) => `${n} 9`)]);
      const [a, b] = [elements(one, shared), elements(other, shared)];
      const common = [...a].filter((it) => b.has(it)).length;
      if (3 * common < a.size + b.size) return;
      const values = (set: Set<string>) => Uint16Array.from(set, (it) => Number.parseInt(it, 10)).sort();
      const [ours, theirs] = [values(a), values(b)];
      const last = lastPosted(theirs);
      const posted = theirs.filter((it) => it <= last);
      let found = 0;
      for (const value of new Set(posted)) {
        found += Math.min(posted.filter((it) => it === value).length, ours.filter((it) => it === value).length);
      }
      expect(found).toBeGreaterThan(0);
      expect(mayBeSimilar(b.size, a.size, found, ours.filter((it) => it > last).length)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
