import type { Seeds, SequencedUnits } from './seeds.ts';

/** A unit whose seed occurs more than once, over all exports. */
export interface RepeatedStart {
  unit: number;
  seed: bigint;
  /** Whether the units before the occurrences of the seed differ: else no run that starts with it is maximal. */
  isDiverse: boolean;
}

/** The part of a sequence in which the runs of a class are that start there. A class is all starts with one seed. */
export interface Segment {
  seed: bigint;
  /** Of the file, in order; segments of several classes share it. */
  units: readonly number[];
  /** Index of the first unit of this segment, which goes to the end: the unit before the first start, if there is one. */
  from: number;
  /** Indexes of the units from which a run of the class can start. */
  starts: number[];
}

/**
 * The segments of a file. Each seed in a repeated run is repeated too, and after its last seed the run has fewer nodes than
 * a seed, so it ends in the seed of the unit after the last of successive repeated starts. Occurrences of a run that overlap
 * are in one segment.
 *
 * @param starts all repeated starts of the file, by unit
 */
export function* segmentsOf(
  { previous, next }: Pick<SequencedUnits, 'previous' | 'next'>,
  { last }: Pick<Seeds, 'last'>,
  starts: readonly RepeatedStart[],
): Generator<Segment> {
  const startOf = new Map(starts.map((start) => [start.unit, start]));
  const isDone = new Uint8Array(next.length);
  for (const first of starts) {
    if (isDone[first.unit] === 1) continue;
    const before = previous[first.unit] ?? -1;
    const units = before < 0 ? [] : [before];
    const classes = new Map<bigint, number[]>();
    // -1 for the end of the sequence.
    let end = -1;
    for (let unit = first.unit; unit >= 0; unit = next[unit] ?? -1) {
      const its = startOf.get(unit);
      if (its !== undefined) {
        isDone[unit] = 1;
        end = last[next[unit] ?? -1] ?? (next[unit] === -1 ? unit : -1);
        if (its.isDiverse) addTo(classes, its.seed, units.length);
      }
      units.push(unit);
      if (unit === end && !startOf.has(next[unit] ?? -1)) break;
    }
    for (const [seed, its] of classes) {
      yield { seed, units, from: Math.max(0, (its[0] ?? 0) - 1), starts: its };
    }
  }
}

function addTo(classes: Map<bigint, number[]>, seed: bigint, index: number): void {
  const known = classes.get(seed);
  if (known === undefined) classes.set(seed, [index]);
  else known.push(index);
}
