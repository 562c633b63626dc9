import { prefixLength } from './bounds.ts';
import type { RankedSet } from './ranks.ts';

/** In which sets, and where in their order, a gram stands among the first ones: an inverted index. */
export class PrefixIndex {
  readonly #first: Uint32Array;
  readonly #sets: Uint32Array;
  readonly #positions: Uint32Array;

  /** @param ranks how many there are */
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
        const place = next[rank] ?? 0;
        next[rank] = place + 1;
        this.#sets[place] = number;
        this.#positions[place] = set.alone + i;
      });
    });
  }

  /** Calls with the number of each set that has the gram among its first ones, and the gram's place in that set. */
  look(rank: number, visit: (set: number, position: number) => void): void {
    const end = this.#at(rank + 1);
    for (let place = this.#at(rank); place < end; place++) {
      visit(this.#sets[place] ?? 0, this.#positions[place] ?? 0);
    }
  }

  #add(rank: number): void {
    this.#first[rank + 1] = this.#at(rank + 1) + 1;
  }

  #at(rank: number): number {
    return this.#first[rank] ?? 0;
  }
}

/** The ranks among a set's first grams. */
export function prefixOf({ size, alone, ranks }: RankedSet, threshold: number): Uint32Array {
  return ranks.subarray(0, Math.max(0, prefixLength(size, threshold) - alone));
}
