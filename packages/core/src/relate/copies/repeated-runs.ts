import type { SuffixArray } from './suffix-array.ts';
import type { UnitColumns, UnitText } from './unit-text.ts';

/** Equal runs of units that cannot be extended: the first unit of each occurrence, in order. */
export interface RepeatedRun {
  /** Number of units. */
  length: number;
  starts: Uint32Array;
}

/**
 * The maximal repeats (Gusfield 1997) of at least `minNodes` nodes that are more than one function and do not overlap.
 * Occurrences of a maximal repeat are not all preceded, nor all followed, by equal units.
 */
export function findRepeatedRuns(
  { unitAt, symbols }: UnitText,
  { suffixes, common }: SuffixArray,
  { nodes, isFunction }: Pick<UnitColumns, 'nodes' | 'isFunction'>,
  minNodes: number,
): RepeatedRun[] {
  const nodesBefore = new Float64Array(unitAt.length + 1);
  for (let at = 0; at < unitAt.length; at++) {
    const unit = unitAt[at] ?? -1;
    nodesBefore[at + 1] = (nodesBefore[at] ?? 0) + (unit < 0 ? 0 : (nodes[unit] ?? 0));
  }
  const differencesBefore = leftDifferences(unitAt, symbols, suffixes);
  const stamps = new Buckets(unitAt.length);
  const found: RepeatedRun[] = [];
  const report = (length: number, from: number, to: number) => {
    if (differencesBefore[to] === differencesBefore[from + 1]) return;
    const at = suffixes[from] ?? 0;
    if ((nodesBefore[at + length] ?? 0) - (nodesBefore[at] ?? 0) < minNodes) return;
    if (length === 1 && isFunction[unitAt[at] ?? 0] === 1) return;
    if (stamps.overlap(suffixes, from, to, length)) return;
    const starts = suffixes.slice(from, to).map((it) => unitAt[it] ?? 0);
    found.push({ length, starts: starts.sort() });
  };
  visitIntervals(common, report);
  return found;
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

/** Finds overlaps in time proportional to the text that the occurrences are in, divided by their length. */
class Buckets {
  readonly #stamps: Uint32Array;
  readonly #positions: Uint32Array;
  #stamp = 0;

  constructor(length: number) {
    this.#stamps = new Uint32Array(length + 2);
    this.#positions = new Uint32Array(length + 2);
  }

  /** Whether two of the occurrences of a run of this length overlap. Two in one bucket of its length do. */
  overlap(suffixes: Uint32Array, from: number, to: number, length: number): boolean {
    if (length === 1) return false;
    this.#stamp++;
    for (let index = from; index < to; index++) {
      const position = suffixes[index] ?? 0;
      // One more, so that there is a bucket before the first.
      const bucket = Math.floor(position / length) + 1;
      if (this.#stamps[bucket] === this.#stamp) return true;
      if (this.#stamps[bucket - 1] === this.#stamp && position - (this.#positions[bucket - 1] ?? 0) < length)
        return true;
      if (this.#stamps[bucket + 1] === this.#stamp && (this.#positions[bucket + 1] ?? 0) - position < length)
        return true;
      this.#stamps[bucket] = this.#stamp;
      this.#positions[bucket] = position;
    }
    return false;
  }
}
