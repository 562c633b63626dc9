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
  readonly #gram: GramHash;

  constructor(block: ElementBlock) {
    this.#gram = new GramHash(block);
    const count = Math.max(0, block.opening.length - GRAM + 1);
    this.high = new Int32Array(count);
    this.low = new Int32Array(count);
    for (let first = 0; first < count; first++) {
      const hash = this.#gram.of(first, block.closings[first + GRAM - 1] ?? 0);
      this.high[first] = hash.high;
      this.low[first] = hash.low;
    }
  }

  /** Calls back with each 5-gram of a range, repeated ones too. */
  visit({ first, count, lastClosings }: ElementRange, visit: (high: number, low: number) => void): void {
    const last = first + count - GRAM;
    for (let at = first; at < last; at++) visit(this.high[at] ?? 0, this.low[at] ?? 0);
    if (last < first) return;
    const hash = this.#gram.of(last, lastClosings);
    visit(hash.high, hash.low);
  }
}

/** The different 5-grams of a range, without those of the rest of the file. */
export function gramsOf(
  block: ElementBlock,
  { first, count, lastClosings }: ElementRange,
  most = Number.POSITIVE_INFINITY,
): HashTable {
  const gram = new GramHash(block);
  const table = new HashTable(Math.min(count, most));
  const last = first + count - GRAM;
  for (let at = first; at <= last && table.size < most; at++) {
    const hash = gram.of(at, at === last ? lastClosings : (block.closings[at + GRAM - 1] ?? 0));
    table.number(hash.high, hash.low);
  }
  return table;
}

class GramHash {
  readonly #block: ElementBlock;
  readonly #hash = new SequenceHash();

  constructor(block: ElementBlock) {
    this.#block = block;
  }

  /** @returns the hash, valid until the next call */
  of(first: number, lastClosings: number): { readonly high: number; readonly low: number } {
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
    return hash;
  }
}
