import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collectIfLarge } from '#parse/collect-garbage.ts';
import { inputSize, searchRuns } from '../../../../../tools/tests/searches.ts';
import { filesWithUnits, fileWithUnits } from './arbitrary-fixture.ts';
import { findBlockGroups, findBlocksAndRepeats } from './block-groups.ts';
import { comparedFile, type TestFile, type TestUnit, written } from './fixture.ts';

const LIMITS = { nearNodes: 3, blockNodes: 3, shapeNodes: 4, grams: 2 };
const BOTH = { block: true, blockShape: true };

interface Found {
  kind: string;
  nodes: number;
  /** File and range of elements. */
  occurrences: string[];
}

test('block groups equal those of brute force over all runs', () => {
  fc.assert(
    fc.property(filesWithUnits, (files) => {
      const found = findBlockGroups(files.map(comparedFile), BOTH, LIMITS).groups.map(
        ({ kind, nodes, occurrences }): Found => ({
          kind,
          nodes,
          occurrences: occurrences.map(({ file, startByte, endByte }) => `${file}:${startByte}-${endByte}`),
        }),
      );
      expect(found.sort(byText)).toEqual(bruteForce(files).sort(byText));
    }),
    { numRuns: searchRuns(2000) },
  );
});

function byText(a: Found, b: Found): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

interface Location {
  file: number;
  /** Units of the run, then the unit before and after it, the one around it. */
  units: number[];
  before: number;
  after: number;
}

/** The definition over all runs. */
function bruteForce(files: readonly TestFile[]): Found[] {
  const unit = (file: number, index: number): TestUnit | undefined => files[file]?.units[index];
  const stream = (file: number, index: number, shape: boolean) => {
    const its = unit(file, index);
    return its === undefined ? undefined : streamOf(files, file, [its], shape);
  };
  const found: Found[] = [];
  for (const shape of [false, true]) {
    const runs = new Map<string, Location[]>();
    for (const location of allRuns(files)) {
      const key = location.units.map((index) => stream(location.file, index, shape)).join('|');
      runs.set(key, [...(runs.get(key) ?? []), location]);
    }
    for (const locations of runs.values()) {
      const nodesOf = ({ file, units }: Location) =>
        units.reduce((sum, index) => sum + (unit(file, index)?.nodes ?? 0), 0);
      const [first] = locations;
      if (first === undefined || locations.length < 2) continue;
      if (nodesOf(first) < (shape ? LIMITS.shapeNodes : LIMITS.blockNodes)) continue;
      if (first.units.length === 1 && unit(first.file, first.units[0] ?? -1)?.isFunction) continue;
      const areAllAfter = (side: (location: Location) => number) => {
        const texts = new Set(locations.map((location) => stream(location.file, side(location), shape)));
        return texts.size === 1 && !texts.has(undefined);
      };
      if (areAllAfter(({ before }) => before) || areAllAfter(({ after }) => after)) continue;
      if (
        locations.some((a) =>
          locations.some((b) => a !== b && a.file === b.file && a.units.some((it) => b.units.includes(it))),
        )
      ) {
        continue;
      }
      if (gramCount(files, first) < LIMITS.grams) continue;
      const classes = new Map<string, Location[]>();
      for (const location of locations) {
        const units = location.units.flatMap((index) => unit(location.file, index) ?? []);
        const key = shape ? streamOf(files, location.file, units, true) : '';
        classes.set(key, [...(classes.get(key) ?? []), location]);
      }
      for (const members of classes.values()) {
        const same = new Set(members.map(({ file, units }) => units.map((it) => stream(file, it, false)).join('|')));
        if (members.length < 2 || (shape && same.size === 1)) continue;
        const around = members.map(({ file, units }) => {
          const its = unit(file, units[0] ?? -1);
          const parent = unit(file, its?.parent ?? -1);
          return its === undefined || parent === undefined
            ? undefined
            : `${its.first - parent.first} ${streamOf(files, file, [parent], shape)}`;
        });
        if (new Set(around).size === 1 && around[0] !== undefined) continue;
        found.push({
          kind: shape ? 'block-shape' : 'block',
          nodes: nodesOf(first),
          occurrences: members.map(({ file, units }) => {
            const last = unit(file, units.at(-1) ?? -1);
            return `${file}:${unit(file, units[0] ?? -1)?.first}-${(last?.first ?? 0) + (last?.count ?? 0)}`;
          }),
        });
      }
    }
  }
  return found;
}

function allRuns(files: readonly TestFile[]): Location[] {
  return files.flatMap(({ units }, file) => {
    const next = new Map(units.map(({ previous }, index) => [previous, index]));
    return units.flatMap((start, index) => {
      const locations: Location[] = [];
      const run: number[] = [];
      for (let at: number | undefined = index; at !== undefined; at = next.get(at)) {
        run.push(at);
        locations.push({ file, units: [...run], before: start.previous, after: next.get(at) ?? -1 });
      }
      return locations;
    });
  });
}

/** The stream of units, with names numbered from the first one if only the shape counts. */
function streamOf(files: readonly TestFile[], file: number, units: readonly TestUnit[], shape: boolean): string {
  const numbers = new Map<string, number>();
  const texts = units.flatMap(({ first, count, lastClosings }) =>
    (files[file]?.elements.slice(first, first + count) ?? []).map((it, index) => {
      const closings = index === count - 1 ? lastClosings : it.closings;
      if (!shape || it.role === 0) return written(it, closings, undefined);
      const key = `${it.role} ${it.text}`;
      const number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      return written(it, closings, `#${number}`);
    }),
  );
  return texts.join(' ');
}

function gramCount(files: readonly TestFile[], { file, units }: Location): number {
  const [first, last] = [files[file]?.units[units[0] ?? -1], files[file]?.units[units.at(-1) ?? -1]];
  if (first === undefined || last === undefined) return 0;
  const end = last.first + last.count;
  const texts = (files[file]?.elements.slice(first.first, end) ?? []).map((it, index) => {
    const isLast = first.first + index === end - 1;
    return written(it, isLast ? last.lastClosings : it.closings, it.role === 1 ? '' : undefined);
  });
  const grams = texts.map((_, at) => texts.slice(at, at + 5)).filter((gram) => gram.length === 5);
  return new Set(grams.map((gram) => gram.join(' '))).size;
}

/** A file with one sequence of calls of ten elements. */
function rows(count: number, name: (row: number) => number): TestFile {
  const inner = (row: number) => [{ kind: 1, names: [0, 1, 2, 0, 1, 2, name(row)], inner: [] }];
  return fileWithUnits(Array.from({ length: count }, (_, row) => ({ kind: 0, names: [1], inner: inner(row) })));
}

test('finds blocks in long tables and in periodic code in linear time', () => {
  const count = inputSize({ quick: 10_000, deep: 25_000 });
  for (const name of [() => 0, (row: number) => row % 3, (row: number) => row, (row: number) => row * row]) {
    const table = comparedFile(rows(count, name));
    findBlockGroups([table], BOTH).groups;
    findBlockGroups([table, table], BOTH).groups;
  }
}, 240_000);

/** Bytes of the heap without garbage. */
function heap(): number {
  collectIfLarge(new Uint8Array(1_000_000));
  return process.memoryUsage().heapUsed;
}

test('runs that overlap have the hashes of their units in common', () => {
  const unit = (name: number) => ({ kind: 0, names: [name, name + 1], inner: [] });
  const window = (from: number) => Array.from({ length: 40 }, (_, at) => unit(from + at));
  const windows = Array.from({ length: 800 }, (_, at) => [unit(1000 + at), ...window(at)]);
  const files = [comparedFile(fileWithUnits(windows.flat()))];
  const before = heap();
  const { repeats } = findBlocksAndRepeats(files, BOTH, LIMITS);
  const count = repeats.reduce((sum, { units }) => sum + units.length, 0);
  expect(count).toBeGreaterThan(100_000);
  // A reference takes eight bytes, a hash of 16 digits at least 32.
  expect((heap() - before) / count).toBeLessThan(30);
});
