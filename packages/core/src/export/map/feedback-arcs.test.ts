import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Arcs, feedbackArcs } from './feedback-arcs.ts';

const arcs = (count: number, pairs: readonly (readonly [number, number])[]): Arcs => ({
  count,
  from: pairs.map(([from]) => from),
  to: pairs.map(([, to]) => to),
});

/** A graph with distinct edges. */
const graphs = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).chain((count) => {
    const vertex = fc.integer({ min: 0, max: count - 1 });
    return fc
      .uniqueArray(fc.tuple(vertex, vertex), { maxLength: count * 3, selector: ([a, b]) => a * count + b })
      .map((pairs) => arcs(count, pairs));
  });

function isAcyclic({ count, from, to }: Arcs, without: ReadonlySet<number>): boolean {
  const kept = from.flatMap((vertex, arc) => (without.has(arc) ? [] : [[vertex, to[arc] ?? 0] as const]));
  const left = new Set(Array.from({ length: count }, (_, vertex) => vertex));
  for (let found = true; found; ) {
    found = false;
    for (const vertex of left) {
      if (kept.some(([a, b]) => b === vertex && left.has(a))) continue;
      left.delete(vertex);
      found = true;
    }
  }
  return left.size === 0;
}

/** Tries all sets of edges, smallest first. */
function leastCut(graph: Arcs): number {
  const sets = Array.from({ length: 1 << graph.from.length }, (_, set) =>
    graph.from.flatMap((_, arc) => ((set >> arc) & 1 ? [arc] : [])),
  );
  return Math.min(...sets.filter((set) => isAcyclic(graph, new Set(set))).map((set) => set.length));
}

test('the graph without the cut is acyclic, and every edge of the cut closes a cycle', () => {
  fc.assert(
    fc.property(fc.oneof(graphs(1, 9), graphs(19, 30)), (graph) => {
      const cut = feedbackArcs(graph).arcs;
      expect(isAcyclic(graph, new Set(cut))).toBe(true);
      for (const arc of cut) expect(isAcyclic(graph, new Set(cut.filter((other) => other !== arc)))).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test('the cut of a small graph is minimal', () => {
  fc.assert(
    fc.property(
      graphs(1, 5).filter((graph) => graph.from.length <= 10),
      (graph) => {
        const { arcs: cut, smallest } = feedbackArcs(graph);
        expect(smallest).toBe(true);
        expect(cut.length).toBe(leastCut(graph));
      },
    ),
    { numRuns: 40 },
  );
});

test('the common edge of two rings is cut', () => {
  const { arcs: cut } = feedbackArcs(
    arcs(5, [
      [0, 1],
      [1, 2],
      [2, 0],
      [1, 3],
      [3, 4],
      [4, 0],
    ]),
  );
  expect(cut).toEqual([0]);
});

test('one edge of a long ring is cut, which is proven minimal', () => {
  const ring = arcs(
    3000,
    Array.from({ length: 3000 }, (_, at) => [at, (at + 1) % 3000] as const),
  );
  expect(feedbackArcs(ring)).toEqual({ arcs: [expect.any(Number)], smallest: true });
});

test('the cut of a large graph is not marked as minimal', () => {
  const pairs = Array.from({ length: 20 }, (_, at) => [at, (at + 1) % 20] as const);
  const { arcs: cut, smallest } = feedbackArcs(arcs(20, [...pairs, ...pairs.map(([a, b]) => [b, a] as const)]));
  expect(cut.length).toBeGreaterThanOrEqual(20);
  expect(smallest).toBe(false);
});
