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
  similarity: fc.array(fc.constantFrom(10, 100, 500, 1000), { minLength: 3, maxLength: 3 }),
});

test('folding equals that of brute force over all groups', () => {
  const counts = { folded: 0, represented: 0 };
  fc.assert(
    fc.property(fc.array(group, { maxLength: 8 }), (given) => {
      const groups = given.map(({ nodes, kind, similarity, ranges: its }, index): Group => {
        const likeness = [1000, ...similarity].slice(0, its.length);
        const own = { id: `g_${index}`, kind, nodes, score: 0, occurrences: [] };
        return kind === 'near' ? { ...own, similarity: likeness } : own;
      });
      const rangesOf = ({ id }: Group) => given[Number(id.slice(2))]?.ranges ?? [];
      const found = foldGroups(groups, rangesOf);
      const expected = bruteForce(groups, rangesOf);
      counts.folded += found.size;
      counts.represented += expected.represented;
      expect(Object.fromEntries(found)).toEqual(expected.folded);
    }),
    { numRuns: 3000 },
  );
  expect(counts.folded).toBeGreaterThan(300);
  expect(counts.represented).toBeGreaterThan(5);
});

const at = (start: number, end: number): OccurrenceRange => ({ file: start < 1000 ? 0 : 1, start, end });
const groupOf = (kind: GroupKind, similarity?: number[]): Group => {
  return {
    id: `g_${kind}`,
    kind,
    nodes: kind === 'near' ? 9 : 5,
    score: 0,
    occurrences: [],
    ...(similarity && { similarity }),
  };
};

/** Two classes of 500 and 400 bytes with the given similarity, and a method of this size in both. */
function foldedClasses(similarity: number, method: number, kind: GroupKind): Record<string, string> {
  const [classes, methods] = [groupOf('near', [1000, similarity]), groupOf(kind)];
  const ranges = { near: [at(0, 500), at(1000, 1400)], other: [at(100, 100 + method), at(1010, 1010 + method)] };
  return Object.fromEntries(foldGroups([classes, methods], (it) => (it === classes ? ranges.near : ranges.other)));
}

test('classes that share little but one identical or renamed method are folded into that method', () => {
  expect(foldedClasses(750, 350, 'function-body')).toEqual({ g_near: 'g_function-body' });
  expect(foldedClasses(750, 350, 'function-shape')).toEqual({ g_near: 'g_function-shape' });
  // 65 % of the shared bytes, and the rest is not similar.
  expect(foldedClasses(600, 225, 'function-body')).toEqual({ g_near: 'g_function-body' });
});

test('a method is folded into classes that share more than it, are identical, or of which it is a run of statements', () => {
  expect(foldedClasses(600, 215, 'function-body')).toEqual({ 'g_function-body': 'g_near' });
  // 80 %, and the rest is similar.
  expect(foldedClasses(950, 350, 'function-body')).toEqual({ 'g_function-body': 'g_near' });
  expect(foldedClasses(1000, 390, 'function-body')).toEqual({ 'g_function-body': 'g_near' });
  expect(foldedClasses(750, 350, 'block')).toEqual({ g_block: 'g_near' });
});

const KINDS: readonly GroupKind[] = ['near', 'function-body', 'function-shape', 'block'];

/** Folds as long as an inner group represents a near group around it. */
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
  const inner = new Map<Group, Group>();
  for (;;) {
    const into = new Map<Group, Group>();
    for (const [rank, it] of order.entries()) {
      if (inner.has(it)) continue;
      const holder = order.slice(0, rank).find((other) => {
        return !into.has(other) && !inner.has(other) && areInDifferent(rangesOf(it), rangesOf(other));
      });
      if (holder !== undefined) into.set(it, holder);
    }
    const known = inner.size;
    for (const it of order) {
      const outer = into.get(it);
      const isBetter = outer && !inner.has(outer) && representsAll(it, outer, rangesOf);
      if (isBetter) inner.set(outer, it);
    }
    if (inner.size > known) continue;
    const lastOf = (it: Group): Group => {
      const next = inner.get(it) ?? into.get(it);
      return next === undefined ? it : lastOf(next);
    };
    const folded = order.flatMap((it) => (lastOf(it) === it ? [] : [[it.id, lastOf(it).id] as const]));
    return { folded: Object.fromEntries(folded), represented: inner.size };
  }
}

function areInDifferent(inner: readonly OccurrenceRange[], outer: readonly OccurrenceRange[]): boolean {
  const around = inner.map((its) => outer.findIndex((other) => isIn(its, other)));
  return !around.includes(-1) && new Set(around).size === around.length;
}

function isIn(inner: OccurrenceRange, outer: OccurrenceRange): boolean {
  return outer.file === inner.file && outer.start <= inner.start && outer.end >= inner.end;
}

/** Whether the inner group has 85 % of the shared bytes of the outer one, s(a + b) / (1 + s) of two sizes; 65 % if the rest differs. */
function representsAll(inner: Group, outer: Group, rangesOf: (group: Group) => readonly OccurrenceRange[]): boolean {
  const { similarity: [, ...others] = [] } = outer;
  const [first, ...rest] = rangesOf(outer);
  if (outer.kind !== 'near' || inner.kind === 'block' || first === undefined) return false;
  if (rangesOf(inner).length !== rangesOf(outer).length) return false;
  const least = Math.min(1000, ...(inner.similarity ?? [])) / 1000;
  const size = ({ start, end }: OccurrenceRange) => end - start;
  const sizeIn = (range: OccurrenceRange) => {
    return rangesOf(inner).reduce((sum, its) => sum + (isIn(its, range) ? size(its) : 0), 0);
  };
  return rest.every((range, index) => {
    const its = (others[index] ?? 1000) / 1000;
    const [sizes, parts] = [size(first) + size(range), sizeIn(first) + sizeIn(range)];
    const shared = (its * sizes) / (1 + its);
    const part = (least * parts) / (1 + least);
    const isRestSimilar = 3 * (shared - part) >= sizes - parts - 1e-9;
    return its < least && part >= (isRestSimilar ? 0.85 : 0.65) * shared - 1e-9;
  });
}
