import { HashFilter } from '../hash-filter.ts';
import { type Comparable, sizeOf } from './comparable.ts';

/** Rules out most declarations that are similar to none of some leaders. */
export class SimilarFilter {
  readonly #halves: HashFilter;
  #smallest = Number.POSITIVE_INFINITY;

  /** @param possible leaders: all that will be added */
  constructor(possible: readonly Comparable[]) {
    this.#halves = new HashFilter(possible.reduce((sum, it) => sum + sizeOf(it), 0));
  }

  add(leader: Comparable): void {
    this.#smallest = Math.min(this.#smallest, sizeOf(leader));
    for (let at = leader.from; at < leader.to; at++) this.#halves.add(leader.halves[at] ?? 0);
  }

  /** Whether enough 5-grams pass the filter to be similar to the smallest leader: true for every similar declaration. */
  mayBeSimilar({ halves, from, to }: Comparable): boolean {
    let missing = to - from - Math.ceil((to - from + this.#smallest) / 3);
    for (let at = from; missing >= 0 && at < to; at++) if (!this.#halves.mayHave(halves[at] ?? 0)) missing--;
    return missing >= 0;
  }
}
