import { type Comparable, gramKey } from './comparable.ts';

/** The similarity of declarations, by their 5-grams; undefined for those that are not similar. */
type Similarities = Map<string, number | undefined>;

/**
 * What comparisons of the declarations of some files found, for the next comparison after an edit: most declarations have the
 * 5-grams that they had.
 */
export class KnownPairs {
  #before = new Map<string, Similarities>();
  #now = new Map<string, Similarities>();

  /** Starts a comparison: pairs that the last one did not need are forgotten. */
  start(): void {
    this.#before = this.#now;
    this.#now = new Map();
  }

  /** @param compare in thousandths; undefined if the two are not similar */
  of(leader: Comparable, copy: Comparable, compare: () => number | undefined): number | undefined {
    const [one, other] = [gramKey(leader), gramKey(copy)];
    let its = this.#now.get(one);
    if (its === undefined) {
      its = new Map();
      this.#now.set(one, its);
    }
    if (its.has(other)) return its.get(other);
    const before = this.#before.get(one);
    const similarity = before?.has(other) === true ? before.get(other) : compare();
    its.set(other, similarity);
    return similarity;
  }
}
