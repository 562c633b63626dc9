/** Adds up how often sets are in lists. Columns in one array, because sets are in no order: a set is in one line of the cache. */
export class SetTally {
  /** Number of sets. */
  readonly sets: number;
  /** By set: how many elements are common, and the sum of the weights of different ones. */
  readonly #sums: Uint32Array;
  readonly #touched: Uint32Array;
  #length = 0;

  constructor(sets: number) {
    this.sets = sets;
    this.#sums = new Uint32Array(2 * sets);
    this.#touched = new Uint32Array(sets);
  }

  /**
   * @param list positions of sets, ascending; repeated for several elements
   * @param most more elements of a set are not common
   * @param weight of the list for each of its sets
   */
  add(list: Uint32Array = new Uint32Array(0), most: number, weight: number): void {
    const [sums, touched] = [this.#sums, this.#touched];
    let [before, same, length] = [-1, 0, this.#length];
    for (let at = 0; at < list.length; at++) {
      const set = list[at] ?? 0;
      if (set === before) {
        if (++same <= most) sums[2 * set] = (sums[2 * set] ?? 0) + 1;
        continue;
      }
      before = set;
      same = 1;
      const common = sums[2 * set] ?? 0;
      if (common === 0) touched[length++] = set;
      sums[2 * set] = common + 1;
      sums[2 * set + 1] = (sums[2 * set + 1] ?? 0) + weight;
    }
    this.#length = length;
  }

  /** The sets, how many elements each has in common, and their weights; then the sums are zero again. */
  take(): [sets: Uint32Array, common: Uint32Array, weights: Uint32Array] {
    const sets = this.#touched.slice(0, this.#length);
    const [common, weights] = [new Uint32Array(sets.length), new Uint32Array(sets.length)];
    for (let at = 0; at < sets.length; at++) {
      const set = sets[at] ?? 0;
      common[at] = this.#sums[2 * set] ?? 0;
      weights[at] = this.#sums[2 * set + 1] ?? 0;
      this.#sums[2 * set] = 0;
      this.#sums[2 * set + 1] = 0;
    }
    this.#length = 0;
    return [sets, common, weights];
  }
}
