import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inputSize, searchRuns } from '../../../../../tools/tests/searches.ts';
import { filesWithBodies } from './arbitrary-fixture.ts';
import type { ComparedFile } from './compared-file.ts';
import { comparedFile, type TestBody, type TestElement, type TestFile, written } from './fixture.ts';
import { findNearGroups, findSimilar } from './near-groups.ts';

const LIMITS = { nearNodes: 3, blockNodes: 3, shapeNodes: 5, grams: 4 };

test('near groups equal those of brute force over all pairs', () => {
  fc.assert(
    fc.property(filesWithBodies, (files) => {
      const found = findNearGroups(files.map(comparedFile), LIMITS).map(({ members }) => members);
      expect(found).toEqual(bruteForce(files));
    }),
    { numRuns: searchRuns(2000) },
  );
});

interface Unit {
  file: number;
  declaration: number;
  body: TestBody;
  grams: Set<string>;
}

test('declarations that are similar to another one equal those of brute force over all pairs', () => {
  fc.assert(
    fc.property(filesWithBodies, (files) => {
      const { partnered } = findSimilar(files.map(comparedFile), LIMITS, true);
      const all = comparedUnits(files);
      const expected = all.filter((it) => all.some((other) => areSimilar(it, other) && !areNested(it, other, files)));
      const numbers = ({ file, declaration }: { file: number; declaration: number }) => ({ file, declaration });
      expect(partnered.map(numbers)).toEqual(expected.sort(byPosition).map(numbers));
    }),
    { numRuns: searchRuns(2000) },
  );
});

function areSimilar(a: Unit, b: Unit): boolean {
  const common = [...a.grams].filter((gram) => b.grams.has(gram)).length;
  return 3 * common >= a.grams.size + b.grams.size;
}

function comparedUnits(files: readonly TestFile[]): Unit[] {
  const units = files.flatMap(({ elements, bodies }, file) =>
    bodies.map((it, declaration): Unit => ({ file, declaration, body: it, grams: gramsOf(elements, it) })),
  );
  return units.filter(({ body: { nodes }, grams }) => nodes >= LIMITS.nearNodes && grams.size >= LIMITS.grams);
}

function byPosition(a: Unit, b: Unit): number {
  return a.file - b.file || a.body.first - b.body.first || a.declaration - b.declaration;
}

/** The definition over all pairs. */
function bruteForce(files: readonly TestFile[]) {
  const compared = comparedUnits(files);
  const free = new Set(compared.toSorted((a, b) => b.body.nodes - a.body.nodes || byPosition(a, b)));
  const grouped = new Set<Unit>();
  const groups = [];
  for (const leader of free) {
    const similarOf = (others: ReadonlySet<Unit>) =>
      [...others]
        .filter((it) => it !== leader && !areNested(it, leader, files))
        .map((it) => {
          const common = [...it.grams].filter((gram) => leader.grams.has(gram)).length;
          return { it, common, union: it.grams.size + leader.grams.size - common };
        })
        .filter(({ it, common }) => 3 * common >= it.grams.size + leader.grams.size)
        .sort((a, b) => b.common / b.union - a.common / a.union || byPosition(a.it, b.it));
    const members = [{ it: leader, similarity: 1000 }];
    const own = similarOf(free);
    for (const { it, common, union } of own.length > 0 ? own : similarOf(grouped).slice(0, 1)) {
      if (members.some((member) => areNested(member.it, it, files))) continue;
      members.push({ it, similarity: Math.floor((1000 * common) / union) });
    }
    if (members.length === 1) continue;
    for (const { it } of members) {
      free.delete(it);
      grouped.add(it);
    }
    groups.push(members.map(({ it, similarity }) => ({ file: it.file, declaration: it.declaration, similarity })));
  }
  return groups;
}

function gramsOf(elements: readonly TestElement[], { first, count, lastClosings }: TestBody): Set<string> {
  const texts = elements.slice(first, first + count).map((it, index) => {
    const closings = index === count - 1 ? lastClosings : it.closings;
    return written(it, closings, [1, 3, 4].includes(it.role) ? '' : undefined);
  });
  const grams = texts.map((_, at) => texts.slice(at, at + 5)).filter((gram) => gram.length === 5);
  return new Set(grams.map((gram) => gram.join(' ')));
}

function areNested(a: Unit, b: Unit, files: readonly TestFile[]): boolean {
  const isIn = (inner: Unit, outer: Unit) => {
    for (let at = inner.declaration; at >= 0; at = files[inner.file]?.bodies[at]?.within ?? -1) {
      if (at === outer.declaration) return true;
    }
    return false;
  };
  return a.file === b.file && (isIn(a, b) || isIn(b, a));
}

/** A file of one declaration: 60 elements, of which some are replaced by others that occur nowhere else. */
function fileOf(own: readonly number[], replaced: number): ComparedFile {
  const elements = Array.from({ length: 60 }, (_, at) => ({
    role: 0,
    text: own.includes(at) ? replaced : at,
    closings: 0,
  }));
  const bodies = [{ first: 0, count: 60, lastClosings: 0, nodes: 40, within: -1 }];
  return comparedFile({ elements, units: [], bodies });
}

test('groups many identical declarations, and many that differ in one literal, in linear time', () => {
  const [same, different] = [inputSize({ quick: 20_000, deep: 50_000 }), inputSize({ quick: 4000, deep: 10_000 })];
  const file = fileOf([], 0);
  const identical = findNearGroups(Array.from({ length: same }, () => file));
  expect(identical.map(({ members }) => members.length)).toEqual([same]);
  const edited = findNearGroups(Array.from({ length: different }, (_, at) => fileOf([30], 1000 + at)));
  expect(edited.map(({ members }) => members.length)).toEqual([different]);
  expect(new Set(edited[0]?.members.map(({ similarity }) => similarity))).toEqual(new Set([1000, 836]));
}, 120_000);
