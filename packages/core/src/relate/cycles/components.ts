import { type Graph, successors } from './graph.ts';

/**
 * The strongly connected components of a graph, each with ascending vertices, ordered by their smallest vertex. Linear
 * in vertices and edges; uses its own stack, so depth does not grow the call stack.
 *
 * R. Tarjan: Depth-first search and linear graph algorithms, SIAM J. Comput. 1(2), 1972, doi:10.1137/0201010
 */
export function stronglyConnected(graph: Graph): number[][] {
  const number = new Uint32Array(graph.count);
  const low = new Uint32Array(graph.count);
  const onStack = new Uint8Array(graph.count);
  const nextEdge = graph.first.slice(0, graph.count);
  const stack: number[] = [];
  const path: number[] = [];
  const components: number[][] = [];
  let visited = 0;

  const enter = (vertex: number): void => {
    visited += 1;
    number[vertex] = visited;
    low[vertex] = visited;
    onStack[vertex] = 1;
    stack.push(vertex);
    path.push(vertex);
  };
  const lower = (vertex: number, value: number): void => {
    if (value < (low[vertex] ?? 0)) low[vertex] = value;
  };

  for (let root = 0; root < graph.count; root++) {
    if (number[root] !== 0) continue;
    enter(root);
    for (let vertex = path.at(-1); vertex !== undefined; vertex = path.at(-1)) {
      const edge = nextEdge[vertex] ?? 0;
      if (edge < (graph.first[vertex + 1] ?? 0)) {
        nextEdge[vertex] = edge + 1;
        const next = graph.to[edge] ?? 0;
        if (number[next] === 0) enter(next);
        else if (onStack[next] === 1) lower(vertex, number[next] ?? 0);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) lower(parent, low[vertex] ?? 0);
      if (low[vertex] !== number[vertex]) continue;
      const component = stack.splice(stack.lastIndexOf(vertex));
      for (const member of component) onStack[member] = 0;
      components.push(component.sort((a, b) => a - b));
    }
  }
  return components.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

/** Whether a vertex has an edge to itself. */
export function hasLoop(graph: Graph, vertex: number): boolean {
  return successors(graph, vertex).includes(vertex);
}
