/** Index of the high half of a 64-bit number in memory: 1 on little-endian machines. */
const HIGH = new Uint32Array(BigUint64Array.of(1n).buffer)[0] === 1 ? 1 : 0;

/**
 * Counts in how many sets each value occurs. An open-addressing hash table over 32-bit halves, because 64-bit BigInts
 * cost ten times as much; the values are hashes already.
 */
export class NgramTable {
  /** The values that occur in several sets, in ascending order. */
  readonly counts: Uint32Array;
  readonly #mask: number;
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;
  /** Number of sets with the value, 0 for an empty slot. */
  readonly #sets: Uint32Array;
  /** 1-based index of a value among those that occur in several sets. */
  readonly #index: Uint32Array;

  constructor(sets: readonly BigUint64Array[]) {
    const values = sets.reduce((sum, { length }) => sum + length, 0);
    const slots = 2 ** Math.ceil(Math.log2(Math.max(2, values) * 1.5));
    this.#mask = slots - 1;
    this.#high = new Uint32Array(slots);
    this.#low = new Uint32Array(slots);
    this.#sets = new Uint32Array(slots);
    this.#index = new Uint32Array(slots);
    let shared = 0;
    for (const set of sets) shared += this.#count(set);
    this.counts = new Uint32Array(shared);
    this.#order(shared);
  }

  /**
   * Writes the number of each value of a set that occurs in several sets; numbers start at `first`.
   *
   * @returns the end offset in `into`
   */
  number(set: BigUint64Array, first: number, into: Uint32Array, from: number): number {
    const halves = halvesOf(set);
    let to = from;
    for (let i = 0; i < halves.length; i += 2) {
      const index = this.#index[this.#slot(halves[i + HIGH] ?? 0, halves[i + 1 - HIGH] ?? 0)] ?? 0;
      if (index > 0) into[to++] = first + index - 1;
    }
    return to;
  }

  /** @returns how many of the values had occurred in exactly one set */
  #count(set: BigUint64Array): number {
    const halves = halvesOf(set);
    let repeated = 0;
    for (let i = 0; i < halves.length; i += 2) {
      const [high, low] = [halves[i + HIGH] ?? 0, halves[i + 1 - HIGH] ?? 0];
      const slot = this.#slot(high, low);
      this.#high[slot] = high;
      this.#low[slot] = low;
      const count = (this.#sets[slot] ?? 0) + 1;
      this.#sets[slot] = count;
      if (count === 2) repeated++;
    }
    return repeated;
  }

  #order(shared: number): void {
    const values = new BigUint64Array(shared);
    const halves = halvesOf(values);
    let at = 0;
    for (let slot = 0; slot <= this.#mask; slot++) {
      if ((this.#sets[slot] ?? 0) < 2) continue;
      halves[at + HIGH] = this.#high[slot] ?? 0;
      halves[at + 1 - HIGH] = this.#low[slot] ?? 0;
      at += 2;
    }
    values.sort();
    for (let i = 0; i < shared; i++) {
      const slot = this.#slot(halves[2 * i + HIGH] ?? 0, halves[2 * i + 1 - HIGH] ?? 0);
      this.#index[slot] = i + 1;
      this.counts[i] = this.#sets[slot] ?? 0;
    }
  }

  /** The slot of a value, or the free slot for it. */
  #slot(high: number, low: number): number {
    let slot = (low ^ high) & this.#mask;
    while (this.#sets[slot] !== 0 && (this.#low[slot] !== low || this.#high[slot] !== high)) {
      slot = (slot + 1) & this.#mask;
    }
    return slot;
  }
}

function halvesOf(values: BigUint64Array): Uint32Array {
  return new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
}
