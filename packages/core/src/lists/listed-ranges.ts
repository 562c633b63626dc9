import { INSIDE_RULE } from './list-classes.ts';

/** A range of a file, in bytes. */
export interface FileRange {
  path: string;
  start_byte: number;
  end_byte: number;
}

/** The ranges of files in groups that are listed before. */
export class ListedRanges {
  /** By file: disjoint ranges that do not touch, ascending. */
  readonly #files = new Map<string, { start: number; end: number }[]>();

  /** Whether most of these ranges are known, each in most of its bytes. */
  hasMost(ranges: readonly FileRange[]): boolean {
    return ranges.filter((range) => this.#has(range)).length * 2 > ranges.length;
  }

  add({ path, start_byte: start, end_byte: end }: FileRange): void {
    const its = this.#files.get(path) ?? [];
    this.#files.set(path, its);
    const first = firstEnding(its, start);
    let last = first;
    const joined = { start, end };
    for (let next = its[last]; next !== undefined && next.start <= joined.end; next = its[++last]) {
      joined.start = Math.min(joined.start, next.start);
      joined.end = Math.max(joined.end, next.end);
    }
    its.splice(first, last - first, joined);
  }

  #has({ path, start_byte: start, end_byte: end }: FileRange): boolean {
    const its = this.#files.get(path) ?? [];
    let known = 0;
    for (let at = firstEnding(its, start), it = its[at]; it !== undefined && it.start < end; it = its[++at]) {
      known += Math.min(it.end, end) - Math.max(it.start, start);
    }
    return known * 100 >= (end - start) * INSIDE_RULE.percent_of_bytes;
  }
}

/** The first range that ends at or after an offset. */
function firstEnding(ranges: readonly { end: number }[], offset: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
