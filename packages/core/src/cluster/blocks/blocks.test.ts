import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeElementBlock } from '#parse/elements/element-block.ts';
import { filesWithCopiedUnits, filesWithUnits, fileWithUnits } from '#relate/copies/arbitrary-fixture.ts';
import { findBlockGroups } from '#relate/copies/block-groups.ts';
import { comparedFile, type TestFile } from '#relate/copies/fixture.ts';
import { inputSize, searchRuns } from '../../../../../tools/tests/searches.ts';
import { type ClassSegment, runsOfClass } from './class-runs.ts';
import { FileOccurrences } from './occurrences.ts';
import { PairCounts } from './pair-counts.ts';
import { groupsOfRun } from './run-groups.ts';
import { type BlockKind, hashesOf, type SequencedUnits, seedsOf, sequenced } from './seeds.ts';
import { type Segment, segmentsOf } from './segments.ts';

const LIMITS = { nearNodes: 3, blockNodes: 3, shapeNodes: 4, grams: 2 };

interface Found {
  kind: string;
  fingerprint: string;
  nodes: number;
  occurrences: string[];
}

test('the groups of all classes of seeds are those of all files together', () => {
  const numRuns = searchRuns(3000);
  let groups = 0;
  fc.assert(
    fc.property(
      fc.oneof(filesWithUnits, filesWithCopiedUnits),
      fc.constantFrom(1, 3, 6, 12),
      fc.boolean(),
      (files, least, areMixed) => {
        const limits = { ...LIMITS, blockNodes: least, shapeNodes: least + 1 };
        const blocks = findBlockGroups(files.map(comparedFile), { block: true, blockShape: true }, limits).groups;
        const expected = blocks.map(({ kind, fingerprint, nodes, occurrences }): Found => {
          const shown = occurrences.map(({ file, startByte, endByte }) => `${file}:${startByte}-${endByte}`);
          return { kind, fingerprint, nodes, occurrences: shown };
        });
        groups += expected.length;
        const found = [
          ...groupsOf(files, 'block', least, areMixed),
          ...groupsOf(files, 'block-shape', least + 1, areMixed),
        ];
        expect(found.sort(byText)).toEqual(expected.sort(byText));
      },
    ),
    { numRuns },
  );
  // The test is not about nothing.
  expect(groups).toBeGreaterThan(numRuns / 3);
});

function byText(a: Found, b: Found): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

/** @param areMixed whether many seeds have one hash */
function groupsOf(files: readonly TestFile[], kind: BlockKind, minNodes: number, areMixed: boolean): Found[] {
  const blocks = files.map((file) => decodeElementBlock(comparedFile(file).elements));
  const sources = blocks.map((block) => {
    const units = sequenced(block.units);
    const hashes = hashesOf(units, kind);
    return { units, hashes, seeds: seedsOf(units, hashes, minNodes) };
  });
  const starts = sources.flatMap(({ units, hashes, seeds }, file) =>
    Array.from(seeds.last.keys())
      .filter((unit) => (seeds.last[unit] ?? -1) >= 0)
      .map((unit) => {
        const before = units.previous[unit] ?? -1;
        const seed = BigInt(seeds.high[unit] ?? 0) * 2n ** 32n + BigInt(seeds.low[unit] ?? 0);
        return {
          ...{ file, unit, seed: areMixed ? seed % 3n : seed },
          before: before < 0 ? `none ${file} ${unit}` : `${hashes.high[before]} ${hashes.low[before]}`,
        };
      }),
  );
  const classes = new Map<bigint, typeof starts>();
  for (const start of starts) classes.set(start.seed, [...(classes.get(start.seed) ?? []), start]);
  const segments = new Map<bigint, ClassSegment[]>();
  const pairs = new PairCounts(starts.length);
  const repeatedOf = (file: number) =>
    starts.flatMap(({ file: its, unit, seed }) => {
      const members = classes.get(seed) ?? [];
      if (its !== file || members.length < 2) return [];
      return [{ unit, seed, isDiverse: new Set(members.map(({ before }) => before)).size > 1 }];
    });
  for (const [file, { units }] of sources.entries()) pairs.add(kind, units, repeatedOf(file));
  const isRepeated = (seed: bigint, after: bigint) => pairs.isRepeated(kind, seed, after);
  for (const [file, { units, hashes, seeds }] of sources.entries()) {
    for (const segment of segmentsOf(units, seeds, repeatedOf(file), isRepeated)) {
      const own = { project: 0, source: 0, file, ...columnsOf(segment, units, hashes) };
      segments.set(segment.seed, [...(segments.get(segment.seed) ?? []), own]);
    }
  }
  const occurrences = blocks.map((block) => new FileOccurrences(block));
  return [...segments.values()].flatMap((its) =>
    // In no order of positions.
    runsOfClass(its.toReversed(), minNodes).flatMap(({ length, starts: at }) => {
      const [first] = at;
      const run = at.map(({ segment: { file }, unit }) => {
        const own = occurrences[file]?.of(kind, { start: unit, length });
        if (own === undefined) throw new RangeError('no such file');
        return { file, ...own };
      });
      if (!occurrences[first?.segment.file ?? -1]?.hasGrams({ start: first?.unit ?? 0, length }, LIMITS.grams))
        return [];
      return groupsOfRun(kind, run).map(({ fingerprint, occurrences: found }): Found => {
        const shown = found.map(({ file, startByte, endByte }) => `${file}:${startByte}-${endByte}`);
        return { kind, fingerprint, nodes: found[0]?.nodes ?? 0, occurrences: shown };
      });
    }),
  );
}

function columnsOf(
  { units, from, to, starts }: Segment,
  { nodes, isFunction }: SequencedUnits,
  { high, low }: { high: Int32Array; low: Int32Array },
): Omit<ClassSegment, 'project' | 'source' | 'file'> {
  const own = units.slice(from, to);
  const all = new Set(starts);
  return {
    unit: Uint32Array.from(own),
    high: Int32Array.from(own, (unit) => high[unit] ?? 0),
    low: Int32Array.from(own, (unit) => low[unit] ?? 0),
    nodes: Uint32Array.from(own, (unit) => nodes[unit] ?? 0),
    isFunction: Uint8Array.from(own, (unit) => isFunction[unit] ?? 0),
    isStart: Uint8Array.from(own, (_, at) => (all.has(from + at) ? 1 : 0)),
  };
}

test('a class of many rows of periodic code has one segment, in linear time', () => {
  const length = inputSize({ quick: 10_000, deep: 25_000 });
  for (const period of [1, 3]) {
    const inner = (row: number) => [{ kind: 1, names: [0, 1, 2, 0, 1, row % period], inner: [] }];
    const rows = Array.from({ length }, (_, row) => ({ kind: 0, names: [1], inner: inner(row) }));
    const units = sequenced(decodeElementBlock(comparedFile(fileWithUnits(rows)).elements).units);
    const hashes = hashesOf(units, 'block');
    const seeds = seedsOf(units, hashes, 30);
    const starts = Array.from(seeds.last.keys())
      .filter((unit) => (seeds.last[unit] ?? -1) >= 0)
      .map((unit) => ({ unit, seed: BigInt(seeds.low[unit] ?? 0), isDiverse: true }));
    const segments = [...segmentsOf(units, seeds, starts, () => true)];
    expect(segments.length).toBe(period);
    for (const segment of segments) {
      const own = { project: 0, source: 0, file: 0, ...columnsOf(segment, units, hashes) };
      // All of its runs overlap.
      expect(runsOfClass([own], 30)).toEqual([]);
    }
  }
});
