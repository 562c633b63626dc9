/** A directed graph as adjacency lists in one array: the successors of `v` are `to[first[v]]` up to `to[first[v + 1]]`. */
export interface Graph {
  readonly count: number;
  readonly first: Uint32Array;
  readonly to: Uint32Array;
}

/** @param successors of each vertex; repeated ones count once */
export function graphOf(successors: readonly Iterable<number>[]): Graph {
  const first = new Uint32Array(successors.length + 1);
  const to: number[] = [];
  for (let vertex = 0; vertex < successors.length; vertex++) {
    const list = [...new Set(successors[vertex])].sort(ascending);
    for (let at = 0; at < list.length; at++) to.push(list[at] ?? 0);
    first[vertex + 1] = to.length;
  }
  return { count: successors.length, first, to: Uint32Array.from(to) };
}

function ascending(a: number, b: number): number {
  return a - b;
}

/** The successors of a vertex in ascending order, without copying. */
export function successors(graph: Graph, vertex: number): Uint32Array {
  return graph.to.subarray(graph.first[vertex], graph.first[vertex + 1]);
}

/** The same vertices with every edge reversed. */
export function reversed(graph: Graph): Graph {
  const lists: number[][] = Array.from({ length: graph.count }, () => []);
  for (let vertex = 0; vertex < graph.count; vertex++) {
    for (const next of successors(graph, vertex)) lists[next]?.push(vertex);
  }
  return graphOf(lists);
}

/** The subgraph of some vertices, which are renumbered 0, 1, … in the order given. */
export function subgraph(graph: Graph, vertices: readonly number[]): Graph {
  const indices = new Map(vertices.map((vertex, index) => [vertex, index]));
  return graphOf(
    vertices.map((vertex) => {
      const inside: number[] = [];
      for (const next of successors(graph, vertex)) {
        const at = indices.get(next);
        if (at !== undefined) inside.push(at);
      }
      return inside;
    }),
  );
}
