import type { ElementBlock } from '#parse/elements/element-block.ts';
import { SequenceHash } from '#parse/elements/sequence-hash.ts';
import { HashTable } from './hash-table.ts';

/** Elements of a 5-gram. */
export const GRAM = 5;

/** A range of elements; the last one has as many closings as belong to the range. */
export interface ElementRange {
  first: number;
  count: number;
  lastClosings: number;
}

const [VARIABLE, TYPE, LABEL] = [1, 3, 4];

/**
 * Hashes of the 5-grams of a file, by their first element. Names of variables, types and labels are replaced by their
 * role; names of properties and functions, and literals, stay.
 */
export class GramWindows {
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly #block: ElementBlock;
  readonly #hash = new SequenceHash();

  constructor(block: ElementBlock) {
    this.#block = block;
    const count = Math.max(0, block.opening.length - GRAM + 1);
    this.high = new Int32Array(count);
    this.low = new Int32Array(count);
    for (let first = 0; first < count; first++) {
      this.#compute(first, block.closings[first + GRAM - 1] ?? 0);
      this.high[first] = this.#hash.high;
      this.low[first] = this.#hash.low;
    }
  }

  /** Calls back with each 5-gram of a range, repeated ones too. */
  visit({ first, count, lastClosings }: ElementRange, visit: (high: number, low: number) => void): void {
    const last = first + count - GRAM;
    for (let at = first; at < last; at++) visit(this.high[at] ?? 0, this.low[at] ?? 0);
    if (last < first) return;
    this.#compute(last, lastClosings);
    visit(this.#hash.high, this.#hash.low);
  }

  /** Whether a range has at least so many different 5-grams. */
  hasDistinct(range: ElementRange, least: number): boolean {
    const table = new HashTable(least);
    const last = range.first + range.count - GRAM;
    for (let at = range.first; at < last; at++) {
      table.number(this.high[at] ?? 0, this.low[at] ?? 0);
      if (table.size >= least) return true;
    }
    if (last >= range.first) {
      this.#compute(last, range.lastClosings);
      table.number(this.#hash.high, this.#hash.low);
    }
    return table.size >= least;
  }

  #compute(first: number, lastClosings: number): void {
    const { openings, opening, closings } = this.#block;
    const hash = this.#hash;
    hash.begin();
    for (let at = first; at < first + GRAM; at++) {
      const its = opening[at] ?? 0;
      const closing = at === first + GRAM - 1 ? lastClosings : (closings[at] ?? 0);
      const role = openings.role[its];
      if (role === VARIABLE || role === TYPE || role === LABEL) {
        hash.add(openings.bareHigh[its] ?? 0, openings.bareLow[its] ?? 0, closing, 0);
      } else hash.add(openings.high[its] ?? 0, openings.low[its] ?? 0, closing, 0);
    }
    hash.finish();
  }
}
