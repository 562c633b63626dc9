/** Directed edges as columns: `from` and `to` are vertices 0 … count - 1. Edges are distinct. */
export interface Arcs {
  count: number;
  from: readonly number[];
  to: readonly number[];
}

export interface FeedbackArcs {
  /** Ascending indices of edges: without them there is no cycle, and each of them closes one. */
  arcs: number[];
  /** Whether the set is proven minimal; otherwise a heuristic found it, because the problem is NP-hard. */
  smallest: boolean;
}

/** Maximum vertices for the exact algorithm: 2^n sets of vertices, at most 16 MB and 0.1 s. */
const EXACT_UP_TO = 18;

/**
 * A feedback arc set: edges whose removal makes a graph acyclic. Exact for small graphs, heuristic for larger ones;
 * deterministic.
 *
 * Any such set consists of the backward edges of some vertex order, so the algorithms search for the best order.
 */
export function feedbackArcs(graph: Arcs): FeedbackArcs {
  const order = graph.count <= EXACT_UP_TO ? bestOrder(graph) : goodOrder(graph);
  const position = new Int32Array(graph.count);
  for (const [at, vertex] of order.entries()) position[vertex] = at;
  const backward = graph.from.flatMap((from, arc) => {
    const to = graph.to[arc] ?? 0;
    return (position[to] ?? 0) <= (position[from] ?? 0) ? [arc] : [];
  });
  if (graph.count <= EXACT_UP_TO) return { arcs: backward, smallest: true };
  const arcs = withoutNeedless(graph, backward);
  return { arcs, smallest: arcs.length <= 1 };
}

/**
 * A vertex order with the fewest backward edges, by dynamic programming over sets of vertices.
 *
 * E. L. Lawler: A comment on minimum feedback arc sets, IEEE Trans. Circuit Theory 11(2), 1964,
 * doi:10.1109/TCT.1964.1082291
 */
function bestOrder({ count, from, to }: Arcs): number[] {
  const out = new Int32Array(count);
  for (const [arc, vertex] of from.entries()) {
    if (vertex !== to[arc]) out[vertex] = (out[vertex] ?? 0) | (1 << (to[arc] ?? 0));
  }
  const sets = 1 << count;
  // For each set as the prefix of an order: its minimum number of backward edges, and its last vertex.
  const cost = new Uint16Array(sets);
  const last = new Uint8Array(sets);
  for (let set = 1; set < sets; set++) {
    let least = Number.POSITIVE_INFINITY;
    for (let vertex = 0; vertex < count; vertex++) {
      const bit = 1 << vertex;
      if ((set & bit) === 0) continue;
      const rest = set & ~bit;
      const total = (cost[rest] ?? 0) + bitCount((out[vertex] ?? 0) & rest);
      if (total >= least) continue;
      least = total;
      last[set] = vertex;
    }
    cost[set] = least;
  }
  const order: number[] = [];
  for (let set = sets - 1; set !== 0; set &= ~(1 << (order[0] ?? 0))) order.unshift(last[set] ?? 0);
  return order;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/**
 * A vertex order with few backward edges: sinks go to the end, sources to the front, otherwise the vertex with the
 * largest difference of out-degree and in-degree goes to the front.
 *
 * P. Eades, X. Lin, W. F. Smyth: A fast and effective heuristic for the feedback arc set problem, Information
 * Processing Letters 47(6), 1993, doi:10.1016/0020-0190(93)90079-O
 */
function goodOrder(graph: Arcs): number[] {
  const { next, previous } = neighbours(graph);
  const left = new Set(next.keys());
  const outDegree = Int32Array.from(next, (list) => list.length);
  const inDegree = Int32Array.from(previous, (list) => list.length);
  const take = (vertex: number): void => {
    left.delete(vertex);
    for (const other of next[vertex] ?? []) inDegree[other] = (inDegree[other] ?? 0) - 1;
    for (const other of previous[vertex] ?? []) outDegree[other] = (outDegree[other] ?? 0) - 1;
  };
  const front: number[] = [];
  const end: number[] = [];
  while (left.size > 0) {
    let chosen = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (const vertex of left) {
      if (outDegree[vertex] === 0) {
        chosen = vertex;
        break;
      }
      const surplus =
        inDegree[vertex] === 0 ? Number.POSITIVE_INFINITY : (outDegree[vertex] ?? 0) - (inDegree[vertex] ?? 0);
      if (surplus <= most) continue;
      most = surplus;
      chosen = vertex;
    }
    (outDegree[chosen] === 0 ? end : front).push(chosen);
    take(chosen);
  }
  return [...front, ...end.reverse()];
}

/** Restores, in order, the edges that close no cycle. */
function withoutNeedless(graph: Arcs, cut: readonly number[]): number[] {
  const removed = new Set(cut);
  const next: number[][] = Array.from({ length: graph.count }, () => []);
  for (const [arc, from] of graph.from.entries()) if (!removed.has(arc)) next[from]?.push(graph.to[arc] ?? 0);
  return cut.filter((arc) => {
    const from = graph.from[arc] ?? 0;
    const to = graph.to[arc] ?? 0;
    if (leads(next, to, from)) return true;
    next[from]?.push(to);
    return false;
  });
}

function leads(next: readonly number[][], from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const vertex of seen) {
    if (vertex === to) return true;
    for (const other of next[vertex] ?? []) seen.add(other);
  }
  return false;
}

/** Removes edges from a vertex to itself. */
function neighbours({ count, from, to }: Arcs): { next: number[][]; previous: number[][] } {
  const next: number[][] = Array.from({ length: count }, () => []);
  const previous: number[][] = Array.from({ length: count }, () => []);
  for (const [arc, vertex] of from.entries()) {
    const other = to[arc] ?? 0;
    if (other === vertex) continue;
    next[vertex]?.push(other);
    previous[other]?.push(vertex);
  }
  return { next, previous };
}
