import type { Snapshot } from '#index/port.ts';
import { VALUES } from '#relate/copies/gram-order.ts';
import type { CodeRun, CodeRuns } from './code-runs.ts';
import type { IndexedCode } from './indexed-code.ts';

/** Greatest posted values are compared in steps of so many. */
const STEP = 1024;

/**
 * Positions of posted sets that may have all 5-grams of one of the runs: at least all that have. Of a set, all 5-grams up
 * to its greatest posted value are posted (relate/copies/gram-order.ts), so those of a run up to that value must be found.
 */
export function setsWithRuns(snapshot: Snapshot, indexed: IndexedCode, { runs, values }: CodeRuns): number[] {
  const { size, last } = indexed.sets(snapshot);
  const lists = indexed.grams.lists(snapshot, valuesOfRuns(runs, values));
  const common = new Uint16Array(size.length);
  for (const list of lists.values()) {
    let before = -1;
    for (let at = 0; at < list.length; at++) {
      const set = list[at] ?? 0;
      if (set !== before) common[set] = Math.min(0xffff, (common[set] ?? 0) + 1);
      before = set;
    }
  }
  const least = leastCommon(runs, values);
  const valuesOf = new Map<number, number[]>();
  for (const [value, list] of lists) {
    for (let at = 0; at < list.length; at++) {
      const set = list[at] ?? 0;
      if ((common[set] ?? 0) < (least[Math.floor((last[set] ?? 0) / STEP)] ?? 1)) continue;
      const its = valuesOf.get(set);
      if (its === undefined) valuesOf.set(set, [value]);
      else its.push(value);
    }
  }
  const check = new RunCheck(runs, values);
  return [...valuesOf].filter(([set, its]) => check.mayHave(last[set] ?? 0, its)).map(([set]) => set);
}

/** Ascending, each once. */
function valuesOfRuns(runs: readonly CodeRun[], values: Uint16Array): number[] {
  const found = new Set<number>();
  for (const run of runs) for (let at = run.firstGram; at <= run.lastGram; at++) found.add(values[at] ?? 0);
  return [...Uint16Array.from(found).sort()];
}

/** By greatest posted value, in steps: how many different values a set must have in common with the run with the fewest. */
function leastCommon(runs: readonly CodeRun[], values: Uint16Array): Uint16Array {
  const least = new Uint16Array(VALUES / STEP).fill(0xffff);
  for (const { firstGram, lastGram } of runs) {
    const its = [...new Set(values.subarray(firstGram, lastGram + 1))].sort((a, b) => a - b);
    let count = 0;
    for (const step of least.keys()) {
      while (count < its.length && (its[count] ?? 0) <= step * STEP) count++;
      least[step] = Math.min(least[step] ?? 0, count);
    }
  }
  // Without a common value no posting leads to the set.
  return least.map((count) => Math.max(1, count));
}

class RunCheck {
  readonly #runs: readonly CodeRun[];
  readonly #values: Uint16Array;
  readonly #isFound = new Uint8Array(VALUES);

  constructor(runs: readonly CodeRun[], values: Uint16Array) {
    this.#runs = runs;
    this.#values = values;
  }

  /** @param found values that a set has in common with the runs */
  mayHave(last: number, found: readonly number[]): boolean {
    for (const value of found) this.#isFound[value] = 1;
    const has = this.#runs.some((run) => this.#has(run, last));
    for (const value of found) this.#isFound[value] = 0;
    return has;
  }

  #has({ firstGram, lastGram }: CodeRun, last: number): boolean {
    let count = 0;
    for (let at = firstGram; at <= lastGram; at++) {
      const value = this.#values[at] ?? 0;
      if (value > last) continue;
      if (this.#isFound[value] === 0) return false;
      count++;
    }
    return count > 0;
  }
}
