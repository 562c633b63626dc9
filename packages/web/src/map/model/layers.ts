import type { Graph } from './atlas.ts';
import { type Neighbour, type NodeIndex, neighbourhood } from './neighbourhood.ts';

/** Nodes in columns: callers on the left, callees on the right. */
export interface Layers {
  columns: Column[];
  /** From a node of `column` to a node of the next column. */
  edges: { column: number; from: NodeIndex; to: NodeIndex; ambiguous: boolean }[];
}

export interface Column {
  nodes: NodeIndex[];
  /** Number of nodes beyond the cap. */
  more: number;
}

interface Options {
  /** Columns on each side, 1 or 2. */
  depth: number;
  /** Largest number of nodes in one column. */
  cap: number;
}

/**
 * The surroundings of the nodes in the middle column: of one function, or of all copies of it.
 *
 * A node appears once on each side, in the first column that reaches it; a node that both calls and is called appears
 * on both sides. Within a column nodes are ordered by the mean index of the nodes they are linked with, which keeps the
 * number of crossings low: the barycenter step of Sugiyama, Tagawa, Toda (1981).
 */
export function layersAround(graph: Graph, middle: readonly NodeIndex[], { depth, cap }: Options): Layers {
  const centre = { nodes: middle.slice(0, cap), more: Math.max(0, middle.length - cap) };
  const before = side(graph, middle, 'before', { depth, cap });
  const after = side(graph, middle, 'after', { depth, cap });
  const columns = [...before.map(({ column }) => column).reverse(), centre, ...after.map(({ column }) => column)];
  const edges = [
    ...before.flatMap(({ links }, step) =>
      links.map((link) => ({
        column: before.length - 1 - step,
        from: link.met,
        to: link.by,
        ambiguous: link.ambiguous,
      })),
    ),
    ...after.flatMap(({ links }, step) =>
      links.map((link) => ({ column: before.length + step, from: link.by, to: link.met, ambiguous: link.ambiguous })),
    ),
  ];
  return { columns, edges };
}

interface Step {
  column: Column;
  /** Links from nodes of the previous column to new nodes. */
  links: { met: NodeIndex; by: NodeIndex; ambiguous: boolean }[];
}

function side(
  graph: Graph,
  middle: readonly NodeIndex[],
  towards: 'before' | 'after',
  { depth, cap }: Options,
): Step[] {
  const seen = new Set(middle);
  const steps: Step[] = [];
  let last: readonly NodeIndex[] = middle.slice(0, cap);
  while (steps.length < depth) {
    const found = meet(graph, last, towards, seen);
    if (found.size === 0) break;
    const ordered = [...found].sort((a, b) => mean(a[1].positions) - mean(b[1].positions) || a[0] - b[0]);
    const drawn = ordered.slice(0, cap);
    const nodes = drawn.map(([node]) => node);
    const links = drawn.flatMap(([met, { links }]) =>
      links.map(({ node, ambiguous }) => ({ met, by: node, ambiguous })),
    );
    for (const node of nodes) seen.add(node);
    steps.push({ column: { nodes, more: ordered.length - nodes.length }, links });
    last = nodes;
  }
  return steps;
}

interface Met {
  /** Indices, in the previous column, of the nodes it is linked with. */
  positions: number[];
  links: Neighbour[];
}

function meet(
  graph: Graph,
  from: readonly NodeIndex[],
  towards: 'before' | 'after',
  seen: ReadonlySet<NodeIndex>,
): Map<NodeIndex, Met> {
  const found = new Map<NodeIndex, Met>();
  from.forEach((node, position) => {
    for (const neighbour of neighbourhood(graph, node)[towards]) {
      if (seen.has(neighbour.node)) continue;
      const met = found.get(neighbour.node) ?? { positions: [], links: [] };
      met.positions.push(position);
      met.links.push({ ...neighbour, node });
      found.set(neighbour.node, met);
    }
  });
  return found;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
