import type { ElementBlock } from '#parse/elements/element-block.ts';
import { gramsOf } from '#relate/copies/gram-windows.ts';
import { hex64 } from '#relate/copies/range-hash.ts';
import { ShapeDigests } from '#relate/copies/shape-digests.ts';
import {
  elementsOfRun,
  lastUnit,
  nodesOfRun,
  type RunRange,
  rangeOfRun,
  type UnitRun,
  unitsFingerprint,
} from '#relate/copies/unit-runs.ts';
import { type BlockKind, hashesOf, type SequencedUnits, sequenced } from './seeds.ts';

/** What decides whether the occurrences of a run are a group, and of which one. */
export interface RunOccurrence extends RunRange {
  nodes: number;
  /** SHA-256 of the hashes of its units, 64 hex digits: equal for runs that are equal without renaming. */
  units: string;
  /** SHA-256 of a run whose names are numbered, of the kind `block-shape`; else empty. */
  shape: string;
  /** Hash of the unit around it, and its offset there; undefined if there is none. */
  around: string | undefined;
}

/** The occurrences of runs in a file. */
export class FileOccurrences {
  readonly #block: ElementBlock;
  readonly #units: SequencedUnits;
  readonly #shapes: ShapeDigests;

  constructor(block: ElementBlock) {
    this.#block = block;
    this.#units = sequenced(block.units);
    this.#shapes = new ShapeDigests(block);
  }

  /** @throws RangeError if the file does not have the run */
  of(kind: BlockKind, run: UnitRun): RunOccurrence {
    const units = this.#units;
    if (lastUnit(units, run) < 0 || run.start >= units.first.length) throw new RangeError('there is no such run');
    const around = units.parent[run.start] ?? -1;
    const { high, low } = hashesOf(units, kind);
    const offset = (units.first[run.start] ?? 0) - (units.first[around] ?? 0);
    return {
      ...rangeOfRun(units, run),
      nodes: nodesOfRun(units, run),
      units: unitsFingerprint(units, run, (unit) => [units.high[unit] ?? 0, units.low[unit] ?? 0]),
      shape: kind === 'block' ? '' : this.#shapes.of(units, run),
      around: around < 0 ? undefined : `${hex64(high[around] ?? 0, low[around] ?? 0)} ${offset}`,
    };
  }

  /** Whether a run has enough different 5-grams. */
  hasGrams(run: UnitRun, least: number): boolean {
    return gramsOf(this.#block, elementsOfRun(this.#units, run), least).size >= least;
  }
}
