import { type LeftOutRuns, type RepeatedRun, type RunBudget, RunChoice, type RunInterval } from './run-choice.ts';
import type { SuffixArray } from './suffix-array.ts';
import type { UnitColumns, UnitText } from './unit-text.ts';

/**
 * The maximal repeats (Gusfield 1997) of at least `minNodes` nodes that are more than one function and do not overlap, as
 * many as a file may have (`run-choice.ts`), and the omitted ones. Occurrences of a maximal repeat are not all preceded, nor
 * all followed, by equal units.
 */
export function findRepeatedRuns(
  { unitAt, symbols }: UnitText,
  { suffixes, common }: SuffixArray,
  units: Pick<UnitColumns, 'file' | 'nodes' | 'parent' | 'isFunction'>,
  minNodes: number,
  budget?: RunBudget,
): { runs: RepeatedRun[]; leftOut: LeftOutRuns } {
  const nodesBefore = new Float64Array(unitAt.length + 1);
  for (let at = 0; at < unitAt.length; at++) {
    const unit = unitAt[at] ?? -1;
    nodesBefore[at + 1] = (nodesBefore[at] ?? 0) + (unit < 0 ? 0 : (units.nodes[unit] ?? 0));
  }
  const differencesBefore = leftDifferences(unitAt, symbols, suffixes);
  const intervals: RunInterval[] = [];
  visitIntervals(common, (length, from, to) => {
    if (differencesBefore[to] === differencesBefore[from + 1]) return;
    const at = suffixes[from] ?? 0;
    const nodes = (nodesBefore[at + length] ?? 0) - (nodesBefore[at] ?? 0);
    const isFunction = length === 1 && units.isFunction[unitAt[at] ?? 0] === 1;
    if (nodes >= minNodes && !isFunction) intervals.push({ length, nodes, from, to });
  });
  return new RunChoice(suffixes, unitAt, units, budget).of(intervals);
}

/**
 * Calls back with each interval of suffixes that share a longer prefix than any larger interval around it, at least 1.
 *
 * @param visit `to` is exclusive
 */
function visitIntervals(common: Uint32Array, visit: (length: number, from: number, to: number) => void): void {
  const lengths: number[] = [];
  const froms: number[] = [];
  for (let at = 1; at <= common.length; at++) {
    const its = at < common.length ? (common[at] ?? 0) : 0;
    let from = at - 1;
    while (lengths.length > 0 && (lengths.at(-1) ?? 0) > its) {
      from = froms.pop() ?? 0;
      visit(lengths.pop() ?? 0, from, at);
    }
    if (its > (lengths.at(-1) ?? 0)) {
      lengths.push(its);
      froms.push(from);
    }
  }
}

/** By suffix and one more: how many suffixes before it are preceded by another symbol than the suffix before them. */
function leftDifferences(unitAt: Int32Array, symbols: Uint32Array, suffixes: Uint32Array): Uint32Array {
  const left = (at: number) => (at === 0 || (unitAt[at - 1] ?? -1) < 0 ? -1 : (symbols[at - 1] ?? 0));
  const before = new Uint32Array(suffixes.length + 1);
  for (let index = 0; index < suffixes.length; index++) {
    const own = left(suffixes[index] ?? 0);
    const isDifferent = index === 0 || own < 0 || own !== left(suffixes[index - 1] ?? 0);
    before[index + 1] = (before[index] ?? 0) + (isDifferent ? 1 : 0);
  }
  return before;
}
