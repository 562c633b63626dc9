import type { Seeds, SequencedUnits } from './seeds.ts';

/** A unit whose seed occurs more than once, over all exports. */
export interface RepeatedStart {
  unit: number;
  seed: bigint;
  /** Whether the units before the occurrences of the seed differ: else no run that starts with it is maximal. */
  isDiverse: boolean;
}

/** A part of a sequence with runs of a class in it. A class is all starts with one seed. */
export interface Segment {
  seed: bigint;
  /** Of the file, in order; segments of several classes share it. */
  units: readonly number[];
  /** Indexes of the first unit, the one before the first start if there is one, and after the last unit. */
  from: number;
  to: number;
  /** Indexes of the units from which a run of the class can start. */
  starts: number[];
}

/**
 * The segments of a file. Each seed in a repeated run is repeated too, and so is each pair of seeds of successive units;
 * after its last seed the run has fewer nodes than a seed. So it ends in the seed of the unit after the last start that
 * repeated pairs lead to. Occurrences of a run that overlap are in one segment.
 *
 * @param starts all repeated starts of the file, by unit
 * @param isRepeated whether the pair may occur more than once, over all exports
 */
export function* segmentsOf(
  { previous, next }: Pick<SequencedUnits, 'previous' | 'next'>,
  { last }: Pick<Seeds, 'last'>,
  starts: readonly RepeatedStart[],
  isRepeated: (seed: bigint, after: bigint) => boolean,
): Generator<Segment> {
  const startOf = new Map(starts.map((start) => [start.unit, start]));
  const isDone = new Uint8Array(next.length);
  for (const first of starts) {
    if (isDone[first.unit] === 1) continue;
    const before = previous[first.unit] ?? -1;
    const units = before < 0 ? [] : [before];
    for (let unit = first.unit; unit >= 0; unit = next[unit] ?? -1) {
      isDone[unit] = 1;
      units.push(unit);
    }
    const own = units.map((unit) => startOf.get(unit));
    const ends = endsOf(units, own, last, isRepeated);
    const open = new Map<bigint, Segment>();
    for (const [index, its] of own.entries()) {
      if (its?.isDiverse !== true) continue;
      const end = ends[index] ?? 0;
      const known = open.get(its.seed);
      if (known !== undefined && index <= known.to) {
        known.to = Math.max(known.to, end);
        known.starts.push(index);
        continue;
      }
      if (known !== undefined) yield known;
      open.set(its.seed, { seed: its.seed, units, from: Math.max(0, index - 1), to: end, starts: [index] });
    }
    yield* open.values();
  }
}

/** By index of a start: the index after the last unit of a repeated run from it. */
function endsOf(
  units: readonly number[],
  starts: readonly (RepeatedStart | undefined)[],
  last: Int32Array,
  isRepeated: (seed: bigint, after: bigint) => boolean,
): Uint32Array {
  const indexOf = new Map(units.map((unit, index) => [unit, index]));
  const ends = new Uint32Array(units.length);
  for (let index = units.length - 1; index >= 0; index--) {
    const [its, after] = [starts[index], starts[index + 1]];
    if (its === undefined) continue;
    if (after !== undefined && isRepeated(its.seed, after.seed)) ends[index] = ends[index + 1] ?? 0;
    else ends[index] = (indexOf.get(last[units[index + 1] ?? -1] ?? -1) ?? units.length - 1) + 1;
  }
  return ends;
}
