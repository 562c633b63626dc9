import lists from '../../../../../languages/lists.json' with { type: 'json' };
import { AliveSuffixes } from './alive-suffixes.ts';
import { Overlaps } from './overlaps.ts';
import type { UnitColumns } from './unit-text.ts';

/** Equal runs of units that cannot be extended: the first unit of each occurrence, in order. */
export interface RepeatedRun {
  /** Number of units. */
  length: number;
  starts: Uint32Array;
}

/** The suffixes from `from` to `to`, exclusive, that start with a run. */
export interface RunInterval {
  /** Number of units. */
  length: number;
  nodes: number;
  from: number;
  to: number;
}

/** Runs that are not listed, of one kind or of both. */
export interface LeftOutRuns {
  occurrences: number;
  /** Files whose budget is spent. */
  files: Set<number>;
}

/** How many nodes the runs of one kind in a file have at most. */
export type RunBudget = Pick<typeof lists.listed_runs, 'nodes' | 'nodes_of_node'>;

export const ALL_RUNS: RunBudget = { nodes: Number.POSITIVE_INFINITY, nodes_of_node: 0 };

/**
 * Which repeated runs are listed. Code can have many more maximal repeats than lines: when each function is a window of one
 * sequence of statements, each window in a window is one. So the listed runs of a file have a limited number of nodes, in
 * total (`listed_runs` of `languages/lists.json`).
 */
export class RunChoice {
  readonly #suffixes: Uint32Array;
  readonly #unitAt: Int32Array;
  readonly #units: Pick<UnitColumns, 'file' | 'nodes' | 'parent'>;
  readonly #overlaps: Overlaps;
  readonly #budget: RunBudget;

  /**
   * @param suffixes positions in the text, in order
   * @param unitAt by position
   */
  constructor(
    suffixes: Uint32Array,
    unitAt: Int32Array,
    units: Pick<UnitColumns, 'file' | 'nodes' | 'parent'>,
    budget: RunBudget = lists.listed_runs,
  ) {
    this.#suffixes = suffixes;
    this.#unitAt = unitAt;
    this.#units = units;
    this.#overlaps = new Overlaps(unitAt.length);
    this.#budget = budget;
  }

  /**
   * The runs whose occurrences do not overlap. If those of a file have more nodes than its budget, runs are chosen: first the
   * largest, then those with the most occurrences. A file whose budget is spent has no further occurrences, and runs that
   * occur elsewhere too keep the others.
   */
  of(intervals: readonly RunInterval[]): { runs: RepeatedRun[]; leftOut: LeftOutRuns } {
    const all = this.#all(intervals);
    return all === undefined ? this.#largest(intervals) : { runs: all, leftOut: { occurrences: 0, files: new Set() } };
  }

  /** All runs; undefined if a file has too many. */
  #all(intervals: readonly RunInterval[]): RepeatedRun[] | undefined {
    const budgets = this.#budgets();
    const runs: RepeatedRun[] = [];
    for (const { length, nodes, from, to } of intervals) {
      const positions = this.#suffixes.subarray(from, to);
      if (this.#overlaps.among(positions, length)) continue;
      const starts = positions.map((at) => this.#unitAt[at] ?? 0);
      for (const start of starts) if (!budgets.spend(this.#fileOf(start), nodes)) return undefined;
      runs.push({ length, starts: starts.sort() });
    }
    return runs;
  }

  /** Suffixes of files whose budget is spent are removed, so that each is visited once more at most. */
  #largest(intervals: readonly RunInterval[]): { runs: RepeatedRun[]; leftOut: LeftOutRuns } {
    const ordered = intervals.toSorted((a, b) => {
      return b.nodes - a.nodes || b.to - b.from - (a.to - a.from) || a.from - b.from || a.length - b.length;
    });
    const budgets = this.#budgets();
    const alive = new AliveSuffixes(this.#suffixes.length);
    const runs: RepeatedRun[] = [];
    let occurrences = 0;
    for (const { length, nodes, from, to } of ordered) {
      const positions: number[] = [];
      alive.visit(from, to, (at) => {
        const position = this.#suffixes[at] ?? 0;
        if (budgets.isSpent(this.#fileOf(this.#unitAt[position] ?? 0))) return false;
        positions.push(position);
        return true;
      });
      if (positions.length < 2) {
        occurrences += to - from;
        continue;
      }
      if (this.#overlaps.among(positions, length)) continue;
      occurrences += to - from - positions.length;
      const starts = Uint32Array.from(positions, (at) => this.#unitAt[at] ?? 0);
      for (const start of starts) budgets.spend(this.#fileOf(start), nodes);
      runs.push({ length, starts: starts.sort() });
    }
    return { runs, leftOut: { occurrences, files: budgets.spent() } };
  }

  #budgets(): Budgets {
    return new Budgets(this.#units, this.#budget);
  }

  #fileOf(unit: number): number {
    return this.#units.file[unit] ?? 0;
  }
}

/** By file: nodes of runs that are not spent yet. */
class Budgets {
  readonly #rest: Float64Array;

  constructor({ file, nodes, parent }: Pick<UnitColumns, 'file' | 'nodes' | 'parent'>, budget: RunBudget) {
    this.#rest = new Float64Array((file.at(-1) ?? -1) + 1).fill(budget.nodes);
    for (let unit = 0; unit < file.length; unit++) {
      if ((parent[unit] ?? -1) >= 0) continue;
      const its = file[unit] ?? 0;
      this.#rest[its] = (this.#rest[its] ?? 0) + budget.nodes_of_node * (nodes[unit] ?? 0);
    }
  }

  isSpent(file: number): boolean {
    return (this.#rest[file] ?? 0) <= 0;
  }

  /** Whether something remains. */
  spend(file: number, nodes: number): boolean {
    const rest = (this.#rest[file] ?? 0) - nodes;
    this.#rest[file] = rest;
    return rest > 0;
  }

  spent(): Set<number> {
    return new Set([...this.#rest.keys()].filter((file) => this.isSpent(file)));
  }
}
