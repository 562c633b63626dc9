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
  /** By kind and unit: the runs with the unit. */
  readonly #repeats = { block: new Map<string, IndexedRepeat[]>(), 'block-shape': new Map<string, IndexedRepeat[]>() };

  constructor(repeats: Iterable<IndexedRepeat>) {
    for (const repeat of repeats) {
      const ofKind = this.#repeats[repeat.kind];
      for (const unit of repeat.units) {
        const its = ofKind.get(unit);
        if (its === undefined) ofKind.set(unit, [repeat]);
        else if (its.at(-1) !== repeat) its.push(repeat);
      }
    }
  }

  /** All runs of the kind that contain the units. */
  around({ kind, units }: Pick<IndexedRepeat, 'kind' | 'units'>): IndexedRepeat[] {
    const lists = units.map((unit) => this.#repeats[kind].get(unit) ?? []);
    let rarest = 0;
    for (const [index, list] of lists.entries()) if (list.length < (lists[rarest]?.length ?? 0)) rarest = index;
    return (lists[rarest] ?? []).filter((repeat) => contains(repeat.units, units, rarest));
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

/** @param rarest position of the part's unit that is searched first */
function contains(units: readonly string[], part: readonly string[], rarest: number): boolean {
  const unit = part[rarest] ?? '';
  for (let at = units.indexOf(unit, rarest); at >= 0; at = units.indexOf(unit, at + 1)) {
    if (part.every((it, index) => units[at - rarest + index] === it)) return true;
  }
  return false;
}
