import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Arcs, feedbackArcs } from './feedback-arcs.ts';

const arcs = (count: number, pairs: readonly (readonly [number, number])[]): Arcs => ({
  count,
  from: pairs.map(([from]) => from),
  to: pairs.map(([, to]) => to),
});

/** A graph of some vertices with each edge at most once. */
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

/** Tries all sets of edges, the small ones first. */
function leastCut(graph: Arcs): number {
  const sets = Array.from({ length: 1 << graph.from.length }, (_, set) =>
    graph.from.flatMap((_, arc) => ((set >> arc) & 1 ? [arc] : [])),
  );
  return Math.min(...sets.filter((set) => isAcyclic(graph, new Set(set))).map((set) => set.length));
}

test('no cycle is left, and every edge of the cut closes one', () => {
  fc.assert(
    fc.property(fc.oneof(graphs(1, 9), graphs(19, 30)), (graph) => {
      const cut = feedbackArcs(graph).arcs;
      expect(isAcyclic(graph, new Set(cut))).toBe(true);
      for (const arc of cut) expect(isAcyclic(graph, new Set(cut.filter((other) => other !== arc)))).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test('in a small graph there is no smaller cut', () => {
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

test('of two rings through one edge, that edge is cut', () => {
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

test('of a long ring one edge is cut, which is proven the least', () => {
  const ring = arcs(
    3000,
    Array.from({ length: 3000 }, (_, at) => [at, (at + 1) % 3000] as const),
  );
  expect(feedbackArcs(ring)).toEqual({ arcs: [expect.any(Number)], smallest: true });
});

test('a large graph is not said to be cut in the smallest way', () => {
  const pairs = Array.from({ length: 20 }, (_, at) => [at, (at + 1) % 20] as const);
  const { arcs: cut, smallest } = feedbackArcs(arcs(20, [...pairs, ...pairs.map(([a, b]) => [b, a] as const)]));
  expect(cut.length).toBeGreaterThanOrEqual(20);
  expect(smallest).toBe(false);
});
