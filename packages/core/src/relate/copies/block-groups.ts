import { atOnce, type Turns } from '../turns.ts';
import { type ComparedFile, ElementBlocks } from './compared-file.ts';
import type { DecodedUnits } from './decoded-units.ts';
import { gramsOf } from './gram-windows.ts';
import { type CopyLimits, LIMITS } from './limits.ts';
import { hex64 } from './range-hash.ts';
import { findRepeatedRuns } from './repeated-runs.ts';
import type { LeftOutRuns, RepeatedRun } from './run-choice.ts';
import { shapeDigests } from './shape-digests.ts';
import { suffixArray } from './suffix-array.ts';
import {
  elementsOfRun,
  nodesOfRun,
  type RunRange,
  rangeOfRun,
  type UnitRun,
  unitsFingerprint,
  unitsOf,
} from './unit-runs.ts';
import { readUnits, type UnitColumns, unitText } from './unit-text.ts';

/** A run of units in a file. */
export interface BlockOccurrence extends RunRange {
  file: number;
}

export interface BlockGroup {
  kind: 'block' | 'block-shape';
  nodes: number;
  /** In the order of files and positions. */
  occurrences: BlockOccurrence[];
  /** SHA-256, 64 hex: of the hashes of the units, or of the run with its names numbered. */
  fingerprint: string;
  /** Hashes of the units of equal runs, or of their shapes, 16 hex each; only if repeats are wanted. */
  units?: string[];
}

/** The groups, and runs that are not listed because their files have too many. */
export interface BlockGroups {
  groups: BlockGroup[];
  leftOut: LeftOutRuns;
}

/** A run of units that occurs more than once and cannot be extended. */
export interface BlockRepeat {
  kind: BlockGroup['kind'];
  /** Hashes of its units, or of their shapes, 16 hex each. */
  units: string[];
  /** In the order of files and positions. */
  occurrences: BlockOccurrence[];
}

/**
 * The groups of equal runs of sibling units, and of runs that are equal up to a consistent renaming (docs/use/copies.md).
 *
 * @param files in the order of their projects and paths
 * @param options `mayRepeat`: by the lower half of the hash of a unit's shape: only groups of such units are complete
 */
export function findBlockGroups(
  files: readonly ComparedFile[],
  kinds: { block: boolean; blockShape: boolean },
  limits: CopyLimits = LIMITS,
  options: Omit<SearchOptions, 'repeats'> = {},
): BlockGroups {
  return atOnce(search(files, kinds, limits, options));
}

/** As `findBlockGroups`, in turns. */
export function findBlocksInTurns(
  files: readonly ComparedFile[],
  kinds: { block: boolean; blockShape: boolean },
  limits: CopyLimits,
  options: Omit<SearchOptions, 'repeats'>,
): Turns<BlockGroups> {
  return search(files, kinds, limits, options);
}

/**
 * The same with every maximal repeat from the least sizes on, also one whose occurrences are in equal units: if the
 * project changes elsewhere, each later group is a contiguous part of one of them.
 */
export function findBlocksAndRepeats(
  files: readonly ComparedFile[],
  kinds: { block: boolean; blockShape: boolean },
  limits: CopyLimits = LIMITS,
): BlockGroups & { repeats: BlockRepeat[] } {
  const repeats: BlockRepeat[] = [];
  return { ...atOnce(search(files, kinds, limits, { repeats })), repeats };
}

interface SearchOptions {
  /** Gets every maximal repeat. */
  repeats?: BlockRepeat[];
  mayRepeat?: ((shapeLow: number) => boolean) | undefined;
  /** Units of earlier comparisons. */
  decoded?: DecodedUnits | undefined;
}

function* search(
  files: readonly ComparedFile[],
  kinds: { block: boolean; blockShape: boolean },
  limits: CopyLimits,
  options: SearchOptions,
): Turns<BlockGroups> {
  if (!kinds.block && !kinds.blockShape) return { groups: [], leftOut: { occurrences: 0, files: new Set() } };
  const blocks = new ElementBlocks(files, options.decoded);
  yield;
  const units = readUnits(files, blocks, options.mayRepeat);
  yield;
  const found = new BlockSearch(blocks, units, limits, options.repeats);
  const groups = kinds.block ? yield* found.blocks() : [];
  if (kinds.blockShape) groups.push(...(yield* found.shapes()));
  return { groups, leftOut: found.leftOut };
}

class BlockSearch {
  readonly leftOut: LeftOutRuns = { occurrences: 0, files: new Set() };
  readonly #blocks: ElementBlocks;
  readonly #units: UnitColumns;
  readonly #limits: CopyLimits;
  readonly #repeats: BlockRepeat[] | undefined;
  /** Of units by number: runs that overlap share most of them. */
  readonly #hashes: Record<BlockGroup['kind'], string[]> = { block: [], 'block-shape': [] };

  constructor(blocks: ElementBlocks, units: UnitColumns, limits: CopyLimits, repeats: BlockRepeat[] | undefined) {
    this.#limits = limits;
    this.#repeats = repeats;
    this.#blocks = blocks;
    this.#units = units;
  }

  *blocks(): Turns<BlockGroup[]> {
    const { same, sames } = this.#units;
    let runs = yield* this.#runs(same, sames.size, this.#limits.blockNodes);
    yield;
    if (this.#repeats !== undefined) {
      runs = this.#withEnoughGrams(runs);
      for (const run of runs) this.#repeats.push(this.#repeat('block', run));
    }
    const listed = runs.filter((run) => !this.#isInEqualUnits(run, same));
    yield;
    const compared = this.#repeats === undefined ? this.#withEnoughGrams(listed) : listed;
    return compared.map((run) => this.#group('block', run, this.#fingerprint(run)));
  }

  *shapes(): Turns<BlockGroup[]> {
    const { shape, shapes } = this.#units;
    const found = yield* this.#runs(shape, shapes.size, this.#limits.shapeNodes);
    yield;
    const runs = this.#withEnoughGrams(found);
    yield;
    const renamed = runs.filter((run) => !this.#areSame(run));
    for (const run of renamed) this.#repeats?.push(this.#repeat('block-shape', run));
    yield;
    const digests = shapeDigests(renamed, this.#units, this.#blocks);
    yield;
    return renamed.flatMap((run, at) => {
      const classes = new Map<string, number[]>();
      run.starts.forEach((start, occurrence) => {
        const digest = digests[at]?.[occurrence] ?? '';
        const its = classes.get(digest);
        if (its === undefined) classes.set(digest, [start]);
        else its.push(start);
      });
      return [...classes].flatMap(([fingerprint, starts]) => {
        const part = { length: run.length, starts: Uint32Array.from(starts) };
        const isListed = starts.length > 1 && !this.#areSame(part) && !this.#isInEqualUnits(part, shape);
        return isListed ? [this.#group('block-shape', part, fingerprint)] : [];
      });
    });
  }

  *#runs(numbers: Uint32Array, distinct: number, minNodes: number): Turns<RepeatedRun[]> {
    const text = unitText(this.#units, numbers, distinct);
    yield;
    const suffixes = suffixArray(text.symbols, distinct);
    yield;
    const { runs, leftOut } = findRepeatedRuns(text, suffixes, this.#units, minNodes);
    this.leftOut.occurrences += leftOut.occurrences;
    for (const file of leftOut.files) this.leftOut.files.add(file);
    return runs;
  }

  /** Whether all occurrences are at the same offset of equal units, which then are the larger copy. */
  #isInEqualUnits({ starts }: RepeatedRun, numbers: Uint32Array): boolean {
    const { parent, first } = this.#units;
    const around = parent[starts[0] ?? 0] ?? -1;
    if (around < 0) return false;
    const offset = (first[starts[0] ?? 0] ?? 0) - (first[around] ?? 0);
    return starts.every((start) => {
      const its = parent[start] ?? -1;
      return its >= 0 && numbers[its] === numbers[around] && (first[start] ?? 0) - (first[its] ?? 0) === offset;
    });
  }

  /** Whether all occurrences are equal without renaming. */
  #areSame({ starts, length }: RepeatedRun): boolean {
    const { same, next } = this.#units;
    let leader = starts[0] ?? 0;
    const units = Int32Array.from(starts);
    for (let at = 0; at < length; at++) {
      if (units.some((unit) => same[unit] !== same[leader])) return false;
      units.forEach((unit, index) => {
        units[index] = next[unit] ?? -1;
      });
      leader = next[leader] ?? -1;
    }
    return true;
  }

  /** Runs with at least 24 different 5-grams. */
  #withEnoughGrams(runs: readonly RepeatedRun[]): RepeatedRun[] {
    const ordered = runs.toSorted((a, b) => (a.starts[0] ?? 0) - (b.starts[0] ?? 0) || a.length - b.length);
    return ordered.filter((run) => {
      const start = run.starts[0] ?? 0;
      const file = this.#units.file[start] ?? 0;
      const least = this.#limits.grams;
      return gramsOf(this.#blocks.of(file), elementsOfRun(this.#units, firstOf(run)), least).size >= least;
    });
  }

  #fingerprint(run: RepeatedRun): string {
    const { same, sames } = this.#units;
    return unitsFingerprint(this.#units, firstOf(run), (unit) => {
      const number = same[unit] ?? 0;
      return [sames.high(number), sames.low(number)];
    });
  }

  #group(kind: BlockGroup['kind'], run: RepeatedRun, fingerprint: string): BlockGroup {
    const occurrences = Array.from(run.starts, (start) => this.#occurrence(run, start));
    const nodes = nodesOfRun(this.#units, firstOf(run));
    return { kind, nodes, occurrences, fingerprint, ...(this.#repeats && { units: this.#unitHashes(kind, run) }) };
  }

  #repeat(kind: BlockGroup['kind'], run: RepeatedRun): BlockRepeat {
    const occurrences = Array.from(run.starts, (start) => this.#occurrence(run, start));
    return { kind, units: this.#unitHashes(kind, run), occurrences };
  }

  #unitHashes(kind: BlockGroup['kind'], run: RepeatedRun): string[] {
    const { same, sames, shape, shapes } = this.#units;
    const hashes = this.#hashes[kind];
    return Array.from(unitsOf(this.#units, firstOf(run)), (unit) => {
      const [table, number] = kind === 'block' ? [sames, same[unit] ?? 0] : [shapes, shape[unit] ?? 0];
      hashes[number] ??= hex64(table.high(number), table.low(number));
      return hashes[number];
    });
  }

  #occurrence({ length }: RepeatedRun, start: number): BlockOccurrence {
    return { file: this.#units.file[start] ?? 0, ...rangeOfRun(this.#units, { start, length }) };
  }
}

/** Its first occurrence. */
function firstOf({ starts, length }: RepeatedRun): UnitRun {
  return { start: starts[0] ?? 0, length };
}
