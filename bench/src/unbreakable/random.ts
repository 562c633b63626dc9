/** Pseudo-random numbers, identical on every machine for the same seed (T. Ettinger's mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000) * limit);
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** Fisher and Yates. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const list = [...items];
    for (let last = list.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [list[last], list[other]] = [list[other] as Item, list[last] as Item];
    }
    return list;
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256));
  }
}
