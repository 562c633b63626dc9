import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Group, GroupKind } from '#scan/model.ts';
import { foldGroups, type OccurrenceRange } from './fold-groups.ts';

const range = fc
  .record({ file: fc.nat(1), start: fc.nat(8), length: fc.integer({ min: 1, max: 6 }) })
  .map(({ file, start, length }): OccurrenceRange => ({ file, start, end: start + length }));

/** Occurrences of a group do not overlap. */
const ranges = fc.array(range, { minLength: 2, maxLength: 4 }).filter((its) => {
  return its.every((a, i) => its.every((b, j) => i >= j || a.file !== b.file || a.end <= b.start || b.end <= a.start));
});
const group = fc.record({
  nodes: fc.nat(4),
  kind: fc.constantFrom<GroupKind>('function-body', 'function-shape', 'near', 'block'),
  ranges,
});

test('folding equals that of brute force over all groups', () => {
  let folded = 0;
  fc.assert(
    fc.property(fc.array(group, { maxLength: 8 }), (given) => {
      const groups = given.map(({ nodes, kind }, index): Group => {
        return { id: `g_${index}`, kind, nodes, score: 0, occurrences: [] };
      });
      const rangesOf = ({ id }: Group) => given[Number(id.slice(2))]?.ranges ?? [];
      const found = foldGroups(groups, rangesOf);
      folded += found.size;
      expect(Object.fromEntries(found)).toEqual(bruteForce(groups, rangesOf));
    }),
    { numRuns: 3000 },
  );
  expect(folded).toBeGreaterThan(300);
});

const KINDS: readonly GroupKind[] = ['near', 'function-body', 'function-shape', 'block'];

function bruteForce(groups: readonly Group[], rangesOf: (group: Group) => readonly OccurrenceRange[]) {
  const position = (it: Group) => {
    const { file = 0, start = 0, end = 0 } = rangesOf(it)[0] ?? {};
    return file * 10_000 + start * 100 + end;
  };
  const order = groups.toSorted(
    (a, b) =>
      b.nodes - a.nodes ||
      Number(b.kind === 'near') - Number(a.kind === 'near') ||
      rangesOf(b).length - rangesOf(a).length ||
      KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
      position(a) - position(b) ||
      (a.id < b.id ? -1 : 1),
  );
  const folded: Record<string, string> = {};
  for (const [rank, it] of order.entries()) {
    const holder = order.slice(0, rank).find((other) => {
      if (folded[other.id] !== undefined) return false;
      const around = rangesOf(it).map((inner) =>
        rangesOf(other).findIndex(
          (outer) => outer.file === inner.file && outer.start <= inner.start && outer.end >= inner.end,
        ),
      );
      return !around.includes(-1) && new Set(around).size === around.length;
    });
    if (holder !== undefined) folded[it.id] = holder.id;
  }
  return folded;
}
