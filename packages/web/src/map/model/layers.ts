import type { Graph } from './atlas.ts';
import { type Neighbour, type NodePlace, neighbourhood } from './neighbourhood.ts';

/** Nodes in columns: callers at the left, callees at the right. */
export interface Layers {
  columns: Column[];
  /** Between neighbouring columns, from left to right. */
  edges: { from: NodePlace; to: NodePlace; ambiguous: boolean }[];
}

export interface Column {
  nodes: NodePlace[];
  /** Nodes beyond the cap. */
  more: number;
}

interface Options {
  /** Columns at each side, 1 or 2. */
  depth: number;
  /** Most nodes in one column. */
  cap: number;
}

/**
 * The surroundings of some nodes that stand in the middle column: of one function, or of all copies of it.
 *
 * A node stands once, in the column where it is met first (nearest to the middle, callers before callees). Within a
 * column nodes are in the order of the ones that they are linked with (their mean place), which keeps crossings few:
 * the barycentre step of Sugiyama, Tagawa, Toda (1981).
 */
export function layersAround(graph: Graph, middle: readonly NodePlace[], { depth, cap }: Options): Layers {
  const centre = { nodes: middle.slice(0, cap), more: Math.max(0, middle.length - cap) };
  const placed = new Set(middle);
  const edges: Layers['edges'] = [];
  const side = (towards: 'before' | 'after'): Column[] => {
    const columns: Column[] = [];
    let last = centre.nodes;
    for (let step = 0; step < depth; step++) {
      const found = meet(graph, last, towards, placed);
      if (found.size === 0) break;
      const ordered = [...found].sort((a, b) => mean(a[1].places) - mean(b[1].places) || a[0] - b[0]);
      const nodes = ordered.slice(0, cap).map(([node]) => node);
      for (const [node, { links }] of ordered.slice(0, cap)) {
        placed.add(node);
        for (const { node: other, ambiguous } of links) {
          edges.push(
            towards === 'before' ? { from: node, to: other, ambiguous } : { from: other, to: node, ambiguous },
          );
        }
      }
      columns.push({ nodes, more: ordered.length - nodes.length });
      last = nodes;
    }
    return columns;
  };
  const before = side('before').reverse();
  const after = side('after');
  return { columns: [...before, centre, ...after], edges };
}

interface Met {
  /** Places, in the column that it was met from, of the nodes it is linked with. */
  places: number[];
  links: Neighbour[];
}

function meet(
  graph: Graph,
  from: readonly NodePlace[],
  towards: 'before' | 'after',
  placed: ReadonlySet<NodePlace>,
): Map<NodePlace, Met> {
  const found = new Map<NodePlace, Met>();
  from.forEach((node, place) => {
    for (const neighbour of neighbourhood(graph, node)[towards]) {
      if (placed.has(neighbour.node)) continue;
      const met = found.get(neighbour.node) ?? { places: [], links: [] };
      met.places.push(place);
      met.links.push({ ...neighbour, node });
      found.set(neighbour.node, met);
    }
  });
  return found;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
