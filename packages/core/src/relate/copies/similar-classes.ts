import type { SetClasses } from './set-classes.ts';

/**
 * Finds similar classes: 3·|A∩B| ≥ |A|+|B|, which is a Jaccard coefficient of at least 1/2. Exact: prefix filter
 * (Chaudhuri et al. 2006), size and positional filter (PPJoin, Xiao et al. 2008) exclude only dissimilar pairs.
 */
export class SimilarClasses {
  readonly #classes: SetClasses;
  /** By rank: where its postings start, and how many are left. */
  readonly #first: Uint32Array;
  readonly #length: Uint32Array;
  readonly #posted: Uint32Array;
  readonly #positions: Uint32Array;
  readonly #isRemoved: Uint8Array;
  /** By class: common 5-grams so far; -1 if there are some, but too few for a similar pair. */
  readonly #common: Int32Array;

  constructor(classes: SetClasses) {
    this.#classes = classes;
    const { rankCount, size } = classes;
    this.#first = new Uint32Array(rankCount + 1);
    this.#length = new Uint32Array(rankCount);
    this.#isRemoved = new Uint8Array(size.length);
    this.#common = new Int32Array(size.length);
    for (let it = 0; it < size.length; it++) {
      for (const rank of this.#prefix(it)) this.#length[rank] = (this.#length[rank] ?? 0) + 1;
    }
    for (let rank = 0; rank < rankCount; rank++) {
      this.#first[rank + 1] = (this.#first[rank] ?? 0) + (this.#length[rank] ?? 0);
    }
    this.#posted = new Uint32Array(this.#first[rankCount] ?? 0);
    this.#positions = new Uint32Array(this.#posted.length);
    this.#length.fill(0);
    for (let it = 0; it < size.length; it++) {
      let position = classes.alone[it] ?? 0;
      for (const rank of this.#prefix(it)) {
        const at = (this.#first[rank] ?? 0) + (this.#length[rank] ?? 0);
        this.#length[rank] = (this.#length[rank] ?? 0) + 1;
        this.#posted[at] = it;
        this.#positions[at] = position++;
      }
    }
  }

  /** Excludes a class from later answers. */
  remove(it: number): void {
    this.#isRemoved[it] = 1;
  }

  /** The other classes that are not removed and may be similar: at least those that are. */
  candidates(it: number): number[] {
    const touched: number[] = [];
    let position = this.#classes.alone[it] ?? 0;
    for (const rank of this.#prefix(it)) this.#visit(it, rank, position++, touched);
    return touched.filter((other) => {
      const isPossible = (this.#common[other] ?? 0) > 0;
      this.#common[other] = 0;
      return isPossible;
    });
  }

  /**
   * The number of common 5-grams of two classes, or of two declarations of one class.
   *
   * @returns undefined if they are not similar
   */
  common(it: number, other: number): number | undefined {
    const { size, alone } = this.#classes;
    const [own, its] = [size[it] ?? 0, size[other] ?? 0];
    const least = Math.ceil((own + its) / 3);
    const common = it === other ? own - (alone[it] ?? 0) : this.#intersection(it, other, least);
    return common >= least ? common : undefined;
  }

  /** Visits the postings of a rank and drops those of removed classes. */
  #visit(it: number, rank: number, position: number, touched: number[]): void {
    const { size } = this.#classes;
    const own = size[it] ?? 0;
    const first = this.#first[rank] ?? 0;
    const end = first + (this.#length[rank] ?? 0);
    let to = first;
    for (let at = first; at < end; at++) {
      const other = this.#posted[at] ?? 0;
      if (this.#isRemoved[other] === 1) continue;
      const itsPosition = this.#positions[at] ?? 0;
      this.#posted[to] = other;
      this.#positions[to++] = itsPosition;
      if (other === it) continue;
      const its = size[other] ?? 0;
      const common = this.#common[other] ?? 0;
      if (common < 0 || 2 * Math.min(own, its) < Math.max(own, its)) continue;
      const most = common + Math.min(own - position, its - itsPosition);
      if (areSimilar(most, own, its)) {
        if (common === 0) touched.push(other);
        this.#common[other] = common + 1;
      } else if (common > 0) this.#common[other] = -1;
      // Else the first common 5-gram comes too late, and so do all others.
    }
    this.#length[rank] = to - first;
  }

  /** The number of common elements, less than `least` if there are not so many. */
  #intersection(a: number, b: number, least: number): number {
    const { ranks, start } = this.#classes;
    let [i, j] = [start[a] ?? 0, start[b] ?? 0];
    const [endA, endB] = [start[a + 1] ?? 0, start[b + 1] ?? 0];
    let common = 0;
    while (common + Math.min(endA - i, endB - j) >= least && i < endA && j < endB) {
      const difference = (ranks[i] ?? 0) - (ranks[j] ?? 0);
      if (difference === 0) common++;
      if (difference <= 0) i++;
      if (difference >= 0) j++;
    }
    return common;
  }

  /** The shared 5-grams among the first ⌊|A|/2⌋+1. */
  #prefix(it: number): Uint32Array {
    const { start, size, alone, ranks } = this.#classes;
    const from = start[it] ?? 0;
    const length = Math.max(0, Math.floor((size[it] ?? 0) / 2) + 1 - (alone[it] ?? 0));
    return ranks.subarray(from, Math.min(start[it + 1] ?? 0, from + length));
  }
}

export function areSimilar(common: number, sizeA: number, sizeB: number): boolean {
  return 3 * common >= sizeA + sizeB;
}
