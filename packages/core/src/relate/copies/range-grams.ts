import { decodeElementBlock, type ElementBlock } from '#parse/elements/element-block.ts';
import { rangeOf } from './file-grams.ts';
import { type ElementRange, GRAM, GramWindows, gramsOf } from './gram-windows.ts';
import { HashTable } from './hash-table.ts';

/** Different 5-grams, and how often each of them occurs. */
export interface GramCounts {
  table: HashTable;
  /** By number in the table. */
  counts: readonly number[];
}

/** The 5-grams of a file, and the different ones of declarations and blocks in it. */
export class RangeGrams {
  readonly #block: ElementBlock;

  /** @param elements an element block */
  constructor(elements: Uint8Array) {
    this.#block = decodeElementBlock(elements);
  }

  /** How often the file has each of its 5-grams. */
  ofFile(): GramCounts {
    const { opening, closings } = this.#block;
    const windows = new GramWindows(this.#block);
    const table = new HashTable(opening.length);
    const counts: number[] = [];
    for (let at = 0; at + GRAM <= opening.length; at++) {
      const { high, low } = windows.of(at, closings[at + GRAM - 1] ?? 0);
      const gram = table.number(high, low);
      counts[gram] = (counts[gram] ?? 0) + 1;
    }
    return { table, counts };
  }

  /** @returns undefined for a declaration without a body */
  ofDeclaration(declaration: number): HashTable | undefined {
    const body = this.#block.bodies.declaration.indexOf(declaration);
    return body < 0 ? undefined : gramsOf(this.#block, rangeOf(this.#block, body));
  }

  /**
   * Of a callback, or of a run of statements, members or items.
   *
   * @returns undefined if none starts, or none ends, at these offsets
   */
  ofRun(startByte: number, endByte: number): HashTable | undefined {
    const callback = this.#callbackAt(startByte, endByte);
    if (callback !== undefined) return gramsOf(this.#block, callback);
    const { first, count, lastClosings, startByte: starts, endByte: ends } = this.#block.units;
    const isInside = (unit: number) => (starts[unit] ?? 0) >= startByte && (ends[unit] ?? 0) <= endByte;
    // Units are in pre-order, so the first one of an offset is the outermost one.
    const one = starts.findIndex((it, unit) => it === startByte && isInside(unit));
    const last = ends.findIndex((it, unit) => it === endByte && isInside(unit));
    if (one < 0 || last < 0) return undefined;
    const from = first[one] ?? 0;
    const range: ElementRange = {
      first: from,
      count: (first[last] ?? 0) + (count[last] ?? 0) - from,
      lastClosings: lastClosings[last] ?? 0,
    };
    return gramsOf(this.#block, range);
  }

  #callbackAt(startByte: number, endByte: number): ElementRange | undefined {
    const { first, count, lastClosings, startByte: starts, endByte: ends } = this.#block.callbacks;
    const at = starts.findIndex((it, callback) => it === startByte && ends[callback] === endByte);
    if (at < 0) return undefined;
    return { first: first[at] ?? 0, count: count[at] ?? 0, lastClosings: lastClosings[at] ?? 0 };
  }
}

/** Jaccard similarity in thousandths, rounded down. */
export function similarityOf(one: HashTable, other: HashTable): number {
  const common = commonOf(one, other);
  const union = one.size + other.size - common;
  return union === 0 ? 0 : Math.floor((1000 * common) / union);
}

/** The part of the 5-grams of `inner` that `outer` has, in thousandths, rounded down. */
export function partIn(inner: HashTable, outer: HashTable): number {
  return inner.size === 0 ? 0 : Math.floor((1000 * commonOf(inner, outer)) / inner.size);
}

/** The part of some 5-grams that `now` does not have more often than `before`, in thousandths, rounded down. */
export function partNotAdded(grams: HashTable, before: GramCounts, now: GramCounts): number {
  let same = 0;
  for (let gram = 0; gram < grams.size; gram++) {
    const [high, low] = [grams.high(gram), grams.low(gram)];
    if (countOf(now, high, low) <= countOf(before, high, low)) same++;
  }
  return grams.size === 0 ? 0 : Math.floor((1000 * same) / grams.size);
}

function countOf({ table, counts }: GramCounts, high: number, low: number): number {
  const gram = table.find(high, low);
  return gram < 0 ? 0 : (counts[gram] ?? 0);
}

/** The 5-grams that both have. */
export function commonGrams(one: HashTable, other: HashTable): HashTable {
  const common = new HashTable(Math.min(one.size, other.size));
  for (let gram = 0; gram < one.size; gram++) {
    const [high, low] = [one.high(gram), one.low(gram)];
    if (other.find(high, low) >= 0) common.number(high, low);
  }
  return common;
}

function commonOf(one: HashTable, other: HashTable): number {
  let common = 0;
  for (let gram = 0; gram < one.size; gram++) if (other.find(one.high(gram), one.low(gram)) >= 0) common++;
  return common;
}
