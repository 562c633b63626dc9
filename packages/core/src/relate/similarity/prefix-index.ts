import { prefixLength } from './bounds.ts';
import type { RankedSet } from './ranks.ts';

/** An inverted index from n-grams to the sets that have them in their prefix, with the position in it. */
export class PrefixIndex {
  readonly #first: Uint32Array;
  readonly #sets: Uint32Array;
  readonly #positions: Uint32Array;

  /** @param ranks number of ranks */
  constructor(sets: readonly RankedSet[], ranks: number, threshold: number) {
    this.#first = new Uint32Array(ranks + 1);
    for (const set of sets) for (const rank of prefixOf(set, threshold)) this.#add(rank);
    for (let rank = 1; rank <= ranks; rank++) this.#first[rank] = this.#at(rank) + this.#at(rank - 1);
    const length = this.#at(ranks);
    this.#sets = new Uint32Array(length);
    this.#positions = new Uint32Array(length);
    const next = this.#first.slice(0, ranks);
    sets.forEach((set, number) => {
      prefixOf(set, threshold).forEach((rank, i) => {
        const slot = next[rank] ?? 0;
        next[rank] = slot + 1;
        this.#sets[slot] = number;
        this.#positions[slot] = set.alone + i;
      });
    });
  }

  /** Calls back with the number of each set that has the n-gram in its prefix, and the n-gram's position in it. */
  visitSets(rank: number, visit: (set: number, position: number) => void): void {
    const end = this.#at(rank + 1);
    for (let slot = this.#at(rank); slot < end; slot++) {
      visit(this.#sets[slot] ?? 0, this.#positions[slot] ?? 0);
    }
  }

  #add(rank: number): void {
    this.#first[rank + 1] = this.#at(rank + 1) + 1;
  }

  #at(rank: number): number {
    return this.#first[rank] ?? 0;
  }
}

/** The ranks in a set's prefix. */
export function prefixOf({ size, alone, ranks }: RankedSet, threshold: number): Uint32Array {
  return ranks.subarray(0, Math.max(0, prefixLength(size, threshold) - alone));
}
