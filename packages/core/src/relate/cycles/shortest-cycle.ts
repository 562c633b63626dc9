import { type Graph, reversed, successors } from './graph.ts';

/**
 * A shortest cycle of a graph, starting at its smallest vertex; among several, the lexicographically smallest.
 *
 * For each vertex in ascending order, a backward breadth-first search gives the distance of every vertex to it; a cycle
 * through it then follows the smallest successor that is one step nearer. Each search is bounded by the length of the
 * best cycle and skips smaller vertices and vertices that are on no cycle without them, so that a long ring needs only
 * one search.
 *
 * A. Itai, M. Rodeh: Finding a minimum circuit in a graph, SIAM J. Comput. 7(4), 1978, doi:10.1137/0207033
 *
 * @returns vertices in the order of the cycle, the first not repeated; undefined when there is no cycle
 */
export function shortestCycle(graph: Graph): number[] | undefined {
  const core = new CyclicCore(graph);
  const distance = new Int32Array(graph.count).fill(-1);
  let best: number[] | undefined;
  for (let start = 0; start < graph.count && best?.length !== 1; start++) {
    if (!core.has(start)) continue;
    const longest = best === undefined ? graph.count : best.length - 1;
    const { closes, reached } = measure(core, start, longest, distance);
    if (closes) best = walk(core, start, distance);
    for (const vertex of reached) distance[vertex] = -1;
    core.remove(start);
  }
  return best;
}

/**
 * Writes the distance to `start` of the vertices it reaches; the others stay -1.
 *
 * @returns `closes`: whether a cycle of at most `longest` vertices goes through it
 */
function measure(
  core: CyclicCore,
  start: number,
  longest: number,
  distance: Int32Array,
): { closes: boolean; reached: number[] } {
  distance[start] = 0;
  const reached = [start];
  for (const vertex of reached) {
    const next = (distance[vertex] ?? 0) + 1;
    if (next > longest) break;
    for (const before of successors(core.backward, vertex)) {
      if (before === start) return { closes: true, reached };
      if (!core.has(before) || distance[before] !== -1) continue;
      distance[before] = next;
      reached.push(before);
    }
  }
  return { closes: false, reached };
}

/** The lexicographically smallest of the shortest cycles through `start`. */
function walk(core: CyclicCore, start: number, distance: Int32Array): number[] {
  const cycle = [start];
  let left = core.count;
  for (const next of core.successors(start)) {
    const steps = distance[next] ?? -1;
    if (steps >= 0) left = Math.min(left, steps);
  }
  for (; left > 0; left--) {
    const nearer = core.successors(cycle.at(-1) ?? start).find((it) => distance[it] === left);
    if (nearer !== undefined) cycle.push(nearer);
  }
  return cycle;
}

/** A graph from which vertices are removed, together with those that then have no predecessor or no successor. */
class CyclicCore {
  readonly count: number;
  readonly backward: Graph;
  readonly #forward: Graph;
  readonly #left: Uint8Array;
  readonly #in: Uint32Array;
  readonly #out: Uint32Array;

  constructor(graph: Graph) {
    this.count = graph.count;
    this.#forward = graph;
    this.backward = reversed(graph);
    this.#left = new Uint8Array(graph.count).fill(1);
    this.#out = degrees(graph);
    this.#in = degrees(this.backward);
    for (let vertex = 0; vertex < graph.count; vertex++) {
      if (this.#in[vertex] === 0 || this.#out[vertex] === 0) this.remove(vertex);
    }
  }

  has(vertex: number): boolean {
    return this.#left[vertex] === 1;
  }

  /** Remaining successors in ascending order. */
  successors(vertex: number): Uint32Array {
    return successors(this.#forward, vertex).filter((it) => this.has(it));
  }

  remove(vertex: number): void {
    const queue = [vertex];
    for (const it of queue) {
      if (!this.has(it)) continue;
      this.#left[it] = 0;
      for (const next of successors(this.#forward, it)) if (lessOne(this.#in, next)) queue.push(next);
      for (const before of successors(this.backward, it)) if (lessOne(this.#out, before)) queue.push(before);
    }
  }
}

function degrees(graph: Graph): Uint32Array {
  return Uint32Array.from({ length: graph.count }, (_, vertex) => successors(graph, vertex).length);
}

/** @returns whether the count is 0 */
function lessOne(counts: Uint32Array, vertex: number): boolean {
  const left = (counts[vertex] ?? 0) - 1;
  counts[vertex] = left;
  return left === 0;
}
