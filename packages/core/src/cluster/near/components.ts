/** Connected components of classes: union–find (Tarjan 1975), with path halving. */
export class Components {
  /** By unit: another one of its component, or itself. */
  readonly #parent: Uint32Array;

  constructor(units: number) {
    this.#parent = Uint32Array.from({ length: units }, (_, unit) => unit);
  }

  /** Joins the components of two units; the least unit of a component represents it. */
  join(one: number, other: number): void {
    const [a, b] = [this.of(one), this.of(other)];
    if (a < b) this.#parent[b] = a;
    else this.#parent[a] = b;
  }

  /** The least unit of a component. */
  of(unit: number): number {
    let at = unit;
    for (;;) {
      const up = this.#parent[at] ?? at;
      if (up === at) return at;
      const next = this.#parent[up] ?? up;
      this.#parent[at] = next;
      at = next;
    }
  }
}
