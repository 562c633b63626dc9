import fc from 'fast-check';
import type { TestBody, TestElement, TestFile, TestUnit } from './fixture.ts';

const element = fc.record({
  role: fc.constantFrom(0, 0, 0, 1, 2, 3, 5),
  text: fc.nat(2),
  closings: fc.constantFrom(0, 0, 0, 1, 4),
});
/** Runs of a few patterns, so that bodies often resemble each other; a body may have another one in it. */
const body = fc.record({
  pieces: fc.array(fc.record({ pattern: fc.nat(3), from: fc.nat(6), length: fc.nat(9) }), {
    minLength: 1,
    maxLength: 3,
  }),
  nodes: fc.integer({ min: 2, max: 8 }),
  inner: fc.option(
    fc.record({ from: fc.nat(8), length: fc.integer({ min: 1, max: 12 }), nodes: fc.integer({ min: 2, max: 5 }) }),
  ),
});
/** Files whose bodies are often similar. */
export const filesWithBodies = fc
  .record({
    patterns: fc.array(fc.array(element, { minLength: 16, maxLength: 16 }), { minLength: 4, maxLength: 4 }),
    files: fc.array(fc.array(body, { maxLength: 5 }), { maxLength: 4 }),
  })
  .map(({ patterns, files }) =>
    files.map((bodies): TestFile => {
      const elements: TestElement[] = [];
      const all: TestBody[] = [];
      for (const { pieces, nodes, inner } of bodies) {
        const first = elements.length;
        for (const { pattern, from, length } of pieces) {
          elements.push(...(patterns[pattern]?.slice(from, from + length + 1) ?? []));
        }
        const count = elements.length - first;
        const within = all.push({ first, count, lastClosings: 1, nodes: nodes + 6, within: -1 }) - 1;
        const innerFirst = first + Math.min(inner?.from ?? 0, count - 1);
        if (inner === null) continue;
        const innerCount = Math.min(inner.length, first + count - innerFirst);
        all.push({ first: innerFirst, count: innerCount, lastClosings: 0, nodes: inner.nodes, within });
      }
      return { elements, bodies: all, units: [] };
    }),
  );

/** A leaf is a call of a name with another name; a tree has a header and units in it. */
type Tree = { kind: number; names: number[]; inner: Tree[] };
const { sequence } = fc.letrec<{ sequence: Tree[]; tree: Tree }>((tie) => ({
  sequence: fc.array(tie('tree'), { maxLength: 6, depthIdentifier: 'units' }),
  tree: fc.record({
    kind: fc.nat(1),
    names: fc.array(fc.nat(2), { minLength: 1, maxLength: 2 }),
    inner: fc.oneof({ maxDepth: 3, depthIdentifier: 'units' }, fc.constant<Tree[]>([]), tie('sequence')),
  }),
}));

export function fileWithUnits(trees: readonly Tree[]): TestFile {
  const elements: TestElement[] = [];
  const units: TestUnit[] = [];
  const add = (list: readonly Tree[], parent: number) => {
    let previous = -1;
    for (const { kind, names, inner } of list) {
      const first = elements.length;
      const unit =
        units.push({ first, count: 0, lastClosings: 1, nodes: 0, isFunction: kind === 1, previous, parent }) - 1;
      elements.push({ role: 0, text: kind, closings: 0 });
      for (const name of names) elements.push({ role: 1, text: name, closings: 0 });
      add(inner, unit);
      const last = elements.at(-1);
      const its = units[unit];
      if (last === undefined || its === undefined) continue;
      last.closings++;
      its.count = elements.length - first;
      its.nodes = its.count;
      its.lastClosings = last.closings;
      previous = unit;
    }
  };
  add(trees, -1);
  return { elements, units, bodies: [] };
}

/** Files whose sequences of units often have equal runs. */
export const filesWithUnits = fc.array(sequence.map(fileWithUnits), { maxLength: 4 });

/** The same with runs that are copied, some with other names. */
export const filesWithCopiedUnits = fc
  .record({
    pool: fc.array(sequence, { minLength: 1, maxLength: 3 }),
    files: fc.array(fc.array(fc.record({ from: fc.nat(2), renamed: fc.constantFrom(0, 0, 1, 2) }), { maxLength: 5 }), {
      maxLength: 4,
    }),
  })
  .map(({ pool, files }) =>
    files.map((runs) => fileWithUnits(runs.flatMap(({ from, renamed }) => withNames(pool[from] ?? [], renamed)))),
  );

function withNames(trees: readonly Tree[], by: number): Tree[] {
  return trees.map(({ kind, names, inner }) => {
    return { kind, names: names.map((name) => (name + by) % 3), inner: withNames(inner, by) };
  });
}
