export interface Edge {
  from: number;
  to: number;
  /** Code of the state: the minimum of its sites is the most certain one. */
  state: number;
  line: number;
  /** The least code of the phases, or of the kinds of references, of the sites with that state. */
  phase: number;
  sites: number;
}

/** Edges of one file; edges between the same nodes are merged. */
export class Edges {
  readonly #edges = new Map<number, Map<number, Edge>>();

  add(from: number, to: number, state: number, line: number, phase: number): void {
    let out = this.#edges.get(from);
    if (out === undefined) {
      out = new Map();
      this.#edges.set(from, out);
    }
    const edge = out.get(to);
    if (edge === undefined) {
      out.set(to, { from, to, state, line, phase, sites: 1 });
      return;
    }
    edge.sites++;
    if (state < edge.state) Object.assign(edge, { state, line, phase });
    else if (state === edge.state) {
      edge.line = Math.min(edge.line, line);
      edge.phase = Math.min(edge.phase, phase);
    }
  }

  inOrder(): Edge[] {
    const edges = [...this.#edges.values()].flatMap((out) => [...out.values()]);
    return edges.sort((a, b) => a.from - b.from || a.to - b.to);
  }
}
