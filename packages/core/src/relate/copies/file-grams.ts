import type { ElementBlock } from '#parse/elements/element-block.ts';
import { type ElementRange, GRAM, GramWindows } from './gram-windows.ts';
import { HashTable } from './hash-table.ts';

/** Of the table, before it grows: large files repeat most 5-grams. */
const MAX_EXPECTED = 1 << 16;

/** The different 5-grams of the compared bodies of a file, numbered in the file. */
export class FileGrams {
  readonly table: HashTable;
  /** By body: its different 5-grams. */
  readonly sets: Uint32Array[] = [];
  /** By 5-gram: 0 where it certainly occurs once in the compared bodies. */
  readonly isRepeated: Uint8Array;
  readonly #windows: GramWindows;
  /** By first element: the number of the 5-gram and 1, 0 where none is numbered. Bodies are nested, so many share it. */
  readonly #numbers: Int32Array;

  /** @param isCompared by body; the set of another body is empty */
  constructor(block: ElementBlock, isCompared: (body: number) => boolean) {
    const bodies = Array.from(block.bodies.first, (_, body) => (isCompared(body) ? rangeOf(block, body) : undefined));
    const elements = bodies.reduce((sum, range) => sum + (range?.count ?? 0), 0);
    const most = Math.min(elements, block.opening.length) + bodies.length;
    this.table = new HashTable(Math.min(most, MAX_EXPECTED));
    this.isRepeated = new Uint8Array(most);
    this.#windows = new GramWindows(block);
    this.#numbers = new Int32Array(elements === 0 ? 0 : block.opening.length);
    for (const range of bodies) if (range !== undefined) this.#visit(block, range, () => {});
    const seen = new Int32Array(this.table.size);
    const set = new Uint32Array(this.table.size);
    for (const [body, range] of bodies.entries()) {
      let size = 0;
      const add = (gram: number) => {
        if (seen[gram] === body + 1) return;
        seen[gram] = body + 1;
        set[size++] = gram;
      };
      if (range !== undefined) this.#visit(block, range, add);
      this.sets.push(set.slice(0, size));
    }
  }

  /** Calls back with each 5-gram of a range, repeated ones too. */
  #visit(block: ElementBlock, { first, count, lastClosings }: ElementRange, visit: (gram: number) => void): void {
    const last = first + count - GRAM;
    for (let at = first; at < last; at++) {
      if (this.#numbers[at] === 0) {
        const known = this.table.size;
        const gram = this.#number(at, block.closings[at + GRAM - 1] ?? 0);
        if (gram < known) this.isRepeated[gram] = 1;
        this.#numbers[at] = gram + 1;
      }
      visit((this.#numbers[at] ?? 0) - 1);
    }
    if (last < first) return;
    // The closings after it may differ from those of its element, so it is not the 5-gram of that position.
    const gram = this.#number(last, lastClosings);
    this.isRepeated[gram] = 1;
    visit(gram);
  }

  #number(first: number, lastClosings: number): number {
    const { high, low } = this.#windows.of(first, lastClosings);
    return this.table.number(high, low);
  }
}

export function rangeOf({ bodies }: ElementBlock, body: number): ElementRange {
  return {
    first: bodies.first[body] ?? 0,
    count: bodies.count[body] ?? 0,
    lastClosings: bodies.lastClosings[body] ?? 0,
  };
}
