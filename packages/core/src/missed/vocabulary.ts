import type { Openings } from '#parse/elements/element-block.ts';
import { HashTable } from '#relate/copies/hash-table.ts';
import { asyncReplacements, type Replacements } from './async-openings.ts';

/** The number of an opening that is not compared. */
export const DROPPED = -1;

/** The number of an opening of an import: it is not compared, nor is what follows in the same statement. */
export const IMPORT = -2;

/** Numbers the openings of all contents, so that elements of different files can be compared. */
export class Vocabulary {
  readonly #replacements: Replacements;
  readonly #openings = new HashTable(1 << 14);
  readonly #bare = new HashTable(1 << 12);
  /** By opening: the number of its kind and role without the name, and 1; 0 for all but names. */
  readonly #bareOf: number[] = [];
  /** Statements by content, and by content without names. */
  readonly exact = new HashTable(1 << 14);
  readonly shapes = new HashTable(1 << 14);

  constructor(replacements = asyncReplacements()) {
    this.#replacements = replacements;
  }

  /** The numbers of the openings of a file; `DROPPED` or `IMPORT` for those that are not compared. */
  numbersOf(openings: Openings): Int32Array {
    const numbers = new Int32Array(openings.high.length);
    for (let at = 0; at < numbers.length; at++) {
      const [high, low] = [openings.high[at] ?? 0, openings.low[at] ?? 0];
      numbers[at] = this.#skipped(high, low) ?? this.#number(openings, at, high, low);
    }
    return numbers;
  }

  /** The openings of a file after which the next one is compared as if it was in their place, with what it becomes. */
  unwrappedIn(openings: Openings): ReadonlyMap<number, ReadonlyMap<number, number>> {
    const found = new Map<number, ReadonlyMap<number, number>>();
    for (let at = 0; at < openings.high.length; at++) {
      const children = this.#replacements.unwrapped.get(openings.high[at] ?? 0, openings.low[at] ?? 0);
      if (children === undefined) continue;
      const becomes = new Map<number, number>();
      for (let child = 0; child < openings.high.length; child++) {
        const other = children.get(openings.high[child] ?? 0, openings.low[child] ?? 0);
        if (other !== undefined) becomes.set(child, this.#number(openings, child, ...other));
      }
      found.set(at, becomes);
    }
    return found;
  }

  /** Whether an opening is a name. */
  isName(number: number): boolean {
    return (this.#bareOf[number] ?? 0) !== 0;
  }

  /** Equal for openings that are equal apart from a name. */
  bareOf(number: number): number {
    const bare = this.#bareOf[number] ?? 0;
    return bare === 0 ? number : -bare;
  }

  #skipped(high: number, low: number): typeof DROPPED | typeof IMPORT | undefined {
    if (this.#replacements.dropped.get(high, low)) return DROPPED;
    return this.#replacements.imports.get(high, low) ? IMPORT : undefined;
  }

  #number(openings: Openings, at: number, high: number, low: number): number {
    // A variable differs from a property of the same name.
    const role = openings.role[at] ?? 0;
    const number = this.#openings.number(high, low ^ Math.imul(role, 0x9e3779b1));
    if (number === this.#bareOf.length) {
      const bare = role === 0 ? 0 : this.#bare.number(openings.bareHigh[at] ?? 0, openings.bareLow[at] ?? 0) + 1;
      this.#bareOf.push(bare);
    }
    return number;
  }
}
