/** The nodes that have a word, in memory in proportion to their number. */
export class Matches {
  /** Ascending. */
  readonly nodes: Uint32Array;
  /** The greatest weight of a match of each of them, in thousandths. */
  readonly weights: Uint16Array;
  readonly #fields: Uint8Array;

  /** Three lists of the same length. */
  constructor(nodes: Uint32Array, weights: Uint16Array, fields: Uint8Array) {
    this.nodes = nodes;
    this.weights = weights;
    this.#fields = fields;
  }

  /** 0 for a node without the word. */
  weight(node: number): number {
    return this.weights[this.#positionOf(node)] ?? 0;
  }

  /** The sum of the fields with a match. */
  fields(node: number): number {
    return this.#fields[this.#positionOf(node)] ?? 0;
  }

  /** -1 for a node without the word. */
  #positionOf(node: number): number {
    let [low, high] = [0, this.nodes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.nodes[middle] ?? 0) < node) low = middle + 1;
      else high = middle;
    }
    return this.nodes[low] === node ? low : -1;
  }
}

/** Collects the matches of one word after another. */
export class MatchCollector {
  readonly #weights: Uint16Array;
  readonly #fields: Uint8Array;

  /** @param size one more than the greatest node */
  constructor(size: number) {
    this.#weights = new Uint16Array(size);
    this.#fields = new Uint8Array(size);
  }

  /** A node without a weight, or that the index does not have, is not a match. */
  add(node: number, weight: number, fields: number): void {
    if (weight === 0 || node >= this.#weights.length) return;
    if (weight > (this.#weights[node] ?? 0)) this.#weights[node] = weight;
    this.#fields[node] = (this.#fields[node] ?? 0) | fields;
  }

  /** The matches since the last call. */
  finish(): Matches {
    const all = this.#weights;
    const nodes = Uint32Array.from(nodesIn(all));
    const matches = new Matches(
      nodes,
      Uint16Array.from(nodes, (node) => all[node] ?? 0),
      Uint8Array.from(nodes, (node) => this.#fields[node] ?? 0),
    );
    for (const node of nodes) {
      all[node] = 0;
      this.#fields[node] = 0;
    }
    return matches;
  }
}

function* nodesIn(weights: Uint16Array): Generator<number> {
  for (let node = 0; node < weights.length; node++) if (weights[node] !== 0) yield node;
}
