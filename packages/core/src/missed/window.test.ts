import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { changesOf, withContext } from './hunks.ts';
import { PlaceIndex } from './places.ts';
import type { Statements } from './statements.ts';
import { fileOf, type TestStatement } from './statements-fixture.ts';
import { Vocabulary } from './vocabulary.ts';
import { matchWindow } from './window.ts';

/** A statement of few kinds, with few names, so that windows are often equal up to renaming. */
const statement: fc.Arbitrary<TestStatement> = fc.record({
  kind: fc.nat(2),
  names: fc.array(fc.nat(3), { maxLength: 2 }),
});
const file = fc.array(statement, { maxLength: 12 });

/** The names of a window by those of another one, by trying all of them; undefined if no renaming does it. */
function renamingByTrial(
  one: readonly TestStatement[],
  other: readonly TestStatement[],
): Map<number, number> | undefined {
  const pairs: [number, number][] = [];
  for (const [at, { kind, names }] of one.entries()) {
    const its = other[at];
    if (its === undefined || its.kind !== kind || its.names.length !== names.length) return undefined;
    for (const [index, name] of names.entries()) pairs.push([name, its.names[index] ?? -1]);
  }
  const isConsistent = pairs.every(([a, b]) => pairs.every(([c, d]) => (a === c) === (b === d)));
  return isConsistent ? new Map(pairs) : undefined;
}

test('a window matches another one if and only if one consistent renaming makes all statements equal', () => {
  fc.assert(
    fc.property(file, file, fc.nat(4), fc.nat(4), fc.nat(8), (left, right, length, start, at) => {
      const vocabulary = new Vocabulary();
      const [one, other] = [fileOf(left, vocabulary), fileOf(right, vocabulary)];
      const window = { start: Math.min(start, left.length), end: Math.min(start + length, left.length) };
      const size = window.end - window.start;
      const expected =
        at + size > right.length
          ? undefined
          : renamingByTrial(left.slice(window.start, window.end), right.slice(at, at + size));
      const found = matchWindow(vocabulary, one, window, other, at);
      expect(found === undefined).toBe(expected === undefined);
      if (expected === undefined) return;
      const equal = [...expected].filter(([a, b]) => a === b).length;
      expect(found?.equalPercent).toBe(expected.size === 0 ? 100 : Math.floor((100 * equal) / expected.size));
    }),
    { numRuns: searchRuns(5000) },
  );
});

test('the changes of a file turn its old statements into its new ones', () => {
  fc.assert(
    fc.property(file, file, (left, right) => {
      const vocabulary = new Vocabulary();
      const [old, now] = [fileOf(left, vocabulary), fileOf(right, vocabulary)];
      const result: number[] = [];
      let at = 0;
      for (const { removed, added } of changesOf(old, now)) {
        result.push(...old.exact.subarray(at, removed.start), ...now.exact.subarray(added.start, added.end));
        at = removed.end;
      }
      result.push(...old.exact.subarray(at));
      expect(result).toEqual([...now.exact]);
    }),
    { numRuns: searchRuns(5000) },
  );
});

test('all places of a change are found that comparing it with every position finds', () => {
  const long = fc.record({ kind: fc.nat(2), names: fc.array(fc.nat(3), { minLength: 1, maxLength: 2 }) });
  const files = fc.array(fc.array(long, { minLength: 4, maxLength: 14 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(
      fc.array(long, { minLength: 4, maxLength: 10 }),
      fc.nat(9),
      fc.option(long),
      files,
      (left, at, added, rest) => {
        const vocabulary = new Vocabulary();
        const old = fileOf(left, vocabulary, 8);
        const position = Math.min(at, left.length);
        const changed = [...left.slice(0, position), ...(added === null ? [] : [added]), ...left.slice(position + 1)];
        const now = fileOf(changed, vocabulary, 8);
        const others = [left, ...rest].map((statements) => fileOf(statements, vocabulary, 8));
        const index = new PlaceIndex(others, vocabulary);
        for (const change of changesOf(old, now)) {
          const hunk = withContext(change, old);
          if (hunk === undefined) continue;
          const search = index.find(old, hunk, () => 'other-file');
          const expected = placesByTrial(vocabulary, old, hunk.before, others);
          if ('places' in search) {
            const whole = search.places.filter(({ evidence }) => evidence !== 'one-sided');
            for (const { file: number, window } of whole) expect(expected).toContainEqual([number, window.start]);
            const isEveryOneFound = expected.length === whole.length;
            // The others are in different surroundings.
            if (!isEveryOneFound) expect(whole.length).toBeLessThan(expected.length);
          } else if (search.none === 'nowhere') expect(expected).toEqual([]);
        }
      },
    ),
    { numRuns: searchRuns(3000) },
  );
});

function placesByTrial(
  vocabulary: Vocabulary,
  old: Statements,
  window: { start: number; end: number },
  files: readonly Statements[],
): [file: number, start: number][] {
  return files.flatMap((other, number) =>
    Array.from({ length: other.length }, (_, at): [number, number][] => {
      const renaming = matchWindow(vocabulary, old, window, other, at);
      return renaming !== undefined && renaming.equalPercent >= 40 ? [[number, at]] : [];
    }).flat(),
  );
}
