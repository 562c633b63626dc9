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

function isReplaced(role: number | undefined): boolean {
  return role === VARIABLE || role === TYPE || role === LABEL;
}

/**
 * Hashes the 5-grams of a file. Names of variables, types and labels are replaced by their role; names of properties and
 * functions, and literals, stay.
 */
export class GramWindows {
  readonly #block: ElementBlock;
  readonly #hash = new SequenceHash();
  /** By opening: its hash in 5-grams. */
  readonly #high: Int32Array;
  readonly #low: Int32Array;

  constructor(block: ElementBlock) {
    this.#block = block;
    const { role, high, low, bareHigh, bareLow } = block.openings;
    this.#high = high.slice();
    this.#low = low.slice();
    for (let at = 0; at < role.length; at++) {
      if (!isReplaced(role[at])) continue;
      this.#high[at] = bareHigh[at] ?? 0;
      this.#low[at] = bareLow[at] ?? 0;
    }
  }

  /** @returns the hash, valid until the next call */
  of(first: number, lastClosings: number): { readonly high: number; readonly low: number } {
    const { opening, closings } = this.#block;
    const [high, low, hash] = [this.#high, this.#low, this.#hash];
    const last = first + GRAM - 1;
    hash.begin();
    for (let at = first; at < last; at++) {
      const its = opening[at] ?? 0;
      hash.add(high[its] ?? 0, low[its] ?? 0, closings[at] ?? 0, 0);
    }
    const its = opening[last] ?? 0;
    hash.add(high[its] ?? 0, low[its] ?? 0, lastClosings, 0);
    hash.finish();
    return hash;
  }
}

/**
 * The different 5-grams of a range, without those of the rest of the file.
 *
 * @param most the search ends when it has found so many
 * @param expected number of different 5-grams; more are possible
 */
export function gramsOf(
  block: ElementBlock,
  { first, count, lastClosings }: ElementRange,
  most = Number.POSITIVE_INFINITY,
  expected = Math.min(count, most),
): HashTable {
  const gram = new GramHash(block);
  const table = new HashTable(expected);
  const last = first + count - GRAM;
  for (let at = first; at <= last && table.size < most; at++) {
    const hash = gram.of(at, at === last ? lastClosings : (block.closings[at + GRAM - 1] ?? 0));
    table.number(hash.high, hash.low);
  }
  return table;
}

/** As `GramWindows`, but without work for openings outside of a range. */
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
      if (isReplaced(openings.role[its])) {
        hash.add(openings.bareHigh[its] ?? 0, openings.bareLow[its] ?? 0, closing, 0);
      } else hash.add(openings.high[its] ?? 0, openings.low[its] ?? 0, closing, 0);
    }
    hash.finish();
    return hash;
  }
}
