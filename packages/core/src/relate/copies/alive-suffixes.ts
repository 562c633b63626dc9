/** A list of suffixes from which some are removed. */
export class AliveSuffixes {
  /** One that is not removed leads to itself, others to a later one (union-find with path halving; Tarjan 1975). */
  readonly #next: Uint32Array;

  constructor(count: number) {
    // One after the last.
    this.#next = Uint32Array.from({ length: count + 1 }, (_, at) => at);
  }

  /** Calls back with each one of a range that is not removed; those for which `keep` is false are. */
  visit(from: number, to: number, keep: (at: number) => boolean): void {
    for (let at = this.#firstFrom(from); at < to; at = this.#firstFrom(at + 1)) {
      if (!keep(at)) this.#next[at] = at + 1;
    }
  }

  #firstFrom(start: number): number {
    let at = start;
    while (this.#next[at] !== at) {
      const over = this.#next[this.#next[at] ?? 0] ?? 0;
      this.#next[at] = over;
      at = over;
    }
    return at;
  }
}
