/** A growing list of whole numbers from 0 to 2^32 - 1. */
export class NumberList {
  length = 0;
  #values = new Uint32Array(1024);

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }

  /** @param at less than the length */
  get(at: number): number {
    return this.#values[at] ?? 0;
  }

  /** @param at less than the length */
  set(at: number, value: number): void {
    this.#values[at] = value;
  }

  /** The numbers; valid until more are added. */
  get values(): Uint32Array {
    return this.#values.subarray(0, this.length);
  }
}
