import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { BLOCK_KINDS } from '../blocks/seeds.ts';
import type { BlockStart } from './block-starts.ts';
import { SortedStarts, type StartRow } from './sorted-starts.ts';

const half = fc.oneof(fc.constantFrom(0, 1, -1), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
const start: fc.Arbitrary<BlockStart & { file: number }> = fc.record({
  ...{ kind: fc.constantFrom(...BLOCK_KINDS), unit: fc.nat(5), isFirst: fc.boolean(), file: fc.nat(2 ** 40) },
  ...{ seedHigh: half, seedLow: half, beforeHigh: half, beforeLow: half },
});

test('starts are sorted by seed, kind, file and unit, with all their columns', () => {
  const folder = fixtureFolder({});
  fc.assert(
    fc.property(fc.array(start, { maxLength: 60 }), fc.constantFrom(1, 100), (all, times) => {
      const sorted = new SortedStarts(folder);
      // Many, so that a range has several pieces in the file.
      const repeated = Array.from({ length: times }, () => all).flat();
      for (const { file, ...its } of repeated) sorted.add(file, its);
      const rows = [...sorted.sorted()];
      sorted.close();
      expect(rows.map(keyOf).toSorted()).toEqual(repeated.map((its) => keyOf(rowOf(its))).toSorted());
      const unsigned = ({ seed }: StartRow) => BigInt.asUintN(64, seed);
      for (const [at, row] of rows.entries()) {
        expect(row.hash_range).toBe(Number(unsigned(row) >> 56n));
        const before = rows[at - 1];
        if (before !== undefined) expect(unsigned(before) <= unsigned(row)).toBe(true);
        if (before === undefined || before.seed !== row.seed || before.kind !== row.kind) continue;
        expect(before.file < row.file || (before.file === row.file && before.unit <= row.unit)).toBe(true);
      }
    }),
    { numRuns: 100 },
  );
});

function rowOf({ kind, unit, isFirst, file, ...halves }: BlockStart & { file: number }): StartRow {
  const join = (high: number, low: number) => BigInt(high) * 2n ** 32n + BigInt(low >>> 0);
  return {
    ...{ kind, unit, file: BigInt(file), is_first: isFirst ? 1 : 0, hash_range: halves.seedHigh >>> 24 },
    seed: join(halves.seedHigh, halves.seedLow),
    before: join(halves.beforeHigh, halves.beforeLow),
  };
}

function keyOf({ kind, hash_range, seed, before, is_first, file, unit }: StartRow): string {
  return [kind, hash_range, seed, before, is_first, file, unit].join(' ');
}
