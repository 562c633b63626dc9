const ROLES = 8;

/** Numbers names by role in order of appearance, from 0 at each beginning (parameterised matching; Baker 1992). */
export class NameNumbers {
  readonly #numbers: Uint32Array;
  readonly #stamps: Uint32Array;
  readonly #next = new Uint32Array(ROLES);
  #stamp = 0;

  /** @param names all names that will be numbered */
  constructor(names: Uint32Array) {
    let most = 0;
    for (const name of names) if (name > most) most = name;
    this.#numbers = new Uint32Array((most + 1) * ROLES);
    this.#stamps = new Uint32Array((most + 1) * ROLES);
  }

  begin(): void {
    this.#stamp++;
    this.#next.fill(0);
  }

  of(role: number, name: number): number {
    const slot = name * ROLES + role;
    if (this.#stamps[slot] !== this.#stamp) {
      this.#stamps[slot] = this.#stamp;
      const next = this.#next[role] ?? 0;
      this.#numbers[slot] = next;
      this.#next[role] = next + 1;
    }
    return this.#numbers[slot] ?? 0;
  }
}
