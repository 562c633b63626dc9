/** Runs of units with the number and the locations of their occurrences. */
export interface IndexedRepeat {
  kind: 'block' | 'block-shape';
  /** Hashes, 16 hex each. */
  units: readonly string[];
  /** Location of each occurrence. */
  at: readonly string[];
}

/** Finds the runs that have a sequence of units as a contiguous part. */
export class RepeatIndex {
  /** By kind and unit: each run with the position of the unit. */
  readonly #positions = new Map<string, { repeat: IndexedRepeat; position: number }[]>();

  constructor(repeats: Iterable<IndexedRepeat>) {
    for (const repeat of repeats) {
      for (const [position, unit] of repeat.units.entries()) {
        const key = `${repeat.kind} ${unit}`;
        const its = this.#positions.get(key);
        if (its === undefined) this.#positions.set(key, [{ repeat, position }]);
        else its.push({ repeat, position });
      }
    }
  }

  /** All runs of the kind that contain the units, each once. */
  around({ kind, units }: Pick<IndexedRepeat, 'kind' | 'units'>): IndexedRepeat[] {
    const lists = units.map((unit) => this.#positions.get(`${kind} ${unit}`) ?? []);
    let rarest = 0;
    for (const [index, list] of lists.entries()) if (list.length < (lists[rarest]?.length ?? 0)) rarest = index;
    const found = new Set<IndexedRepeat>();
    for (const { repeat, position } of lists[rarest] ?? []) {
      const from = position - rarest;
      if (from >= 0 && units.every((unit, index) => repeat.units[from + index] === unit)) found.add(repeat);
    }
    return [...found];
  }

  /** Number of occurrences of the units: that of the longest runs around them that occur as often. */
  count(run: Pick<IndexedRepeat, 'kind' | 'units'>): number {
    return this.around(run).reduce((most, { at }) => Math.max(most, at.length), 0);
  }

  /** Locations of the units. */
  locations(run: Pick<IndexedRepeat, 'kind' | 'units'>): Set<string> {
    return new Set(this.around(run).flatMap(({ at }) => at));
  }
}
