/** Numbers 64-bit hashes, given as two 32-bit halves, in order of appearance: an open-addressing hash table. */
export class HashTable {
  size = 0;
  #high: Int32Array;
  #low: Int32Array;
  /** Number and 1; 0 for an empty slot. */
  #slots: Int32Array;

  /** @param expected number of different hashes; more are possible */
  constructor(expected: number) {
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(16, expected)));
    this.#high = new Int32Array(capacity);
    this.#low = new Int32Array(capacity);
    this.#slots = new Int32Array(capacity * 2);
  }

  /** The number of a hash, which it gets if it has none yet. */
  number(high: number, low: number): number {
    let slot = this.#slot(high, low);
    const found = (this.#slots[slot] ?? 0) - 1;
    if (found >= 0) return found;
    if (this.size === this.#high.length) {
      this.#grow();
      slot = this.#slot(high, low);
    }
    this.#high[this.size] = high;
    this.#low[this.size] = low;
    this.#slots[slot] = ++this.size;
    return this.size - 1;
  }

  /** The number of a hash; -1 for none. */
  find(high: number, low: number): number {
    return (this.#slots[this.#slot(high, low)] ?? 0) - 1;
  }

  high(number: number): number {
    return this.#high[number] ?? 0;
  }

  low(number: number): number {
    return this.#low[number] ?? 0;
  }

  /** The slot of a hash, or the free slot for it. */
  #slot(high: number, low: number): number {
    const mask = this.#slots.length - 1;
    let slot = (low ^ (high >>> 7)) & mask;
    for (;;) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number < 0 || (this.#low[number] === low && this.#high[number] === high)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const capacity = this.#high.length * 2;
    this.#high = grown(this.#high, capacity);
    this.#low = grown(this.#low, capacity);
    this.#slots = new Int32Array(capacity * 2);
    for (let number = 0; number < this.size; number++) {
      this.#slots[this.#slot(this.#high[number] ?? 0, this.#low[number] ?? 0)] = number + 1;
    }
  }
}

function grown(column: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(capacity);
  larger.set(column);
  return larger;
}
