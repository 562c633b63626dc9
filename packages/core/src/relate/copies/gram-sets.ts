import type { ElementBlock } from '#parse/elements/element-block.ts';
import type { ComparedFile, ElementBlocks } from './compared-file.ts';
import { FileGrams, rangeOf } from './file-grams.ts';
import { GRAM, GramWindows } from './gram-windows.ts';
import { HashTable } from './hash-table.ts';
import type { CopyLimits } from './limits.ts';
import { NumberList } from './number-list.ts';

/** Declarations that are large enough to be compared, with their sets of 5-grams. Columns by declaration. */
export interface GramSets {
  file: Uint32Array;
  /** Index in the block's bodies, and in the file's declarations. */
  body: Uint32Array;
  declaration: Uint32Array;
  /** Number of different 5-grams. */
  size: Uint32Array;
  /** Where the shared 5-grams of each start in `grams`; one more at the end. */
  start: Uint32Array;
  /** Numbers of 5-grams that may occur in several declarations; all others certainly occur in one. */
  grams: Uint32Array;
  /** Number of different numbers. */
  distinct: number;
}

const LARGEST_SIEVE = 1 << 26;
const SMALLEST_SIEVE = 1 << 16;
const ONCE = -1;

/**
 * Reads the sets of all declarations. Two passes: the first counts the 5-grams of each declaration and marks in a sieve
 * which hashes occur more than once, so that the second numbers and stores only 5-grams that can be shared.
 */
export function readGramSets(files: readonly ComparedFile[], blocks: ElementBlocks, limits: CopyLimits): GramSets {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const sieve = new Sieve(Math.min(LARGEST_SIEVE, Math.max(SMALLEST_SIEVE, 2 ** Math.ceil(Math.log2(bytes + 1)))));
  const columns = { file: new NumberList(), body: new NumberList(), declaration: new NumberList() };
  const size = new NumberList();
  for (const [file, { declarations }] of files.entries()) {
    const isCompared = (declaration = -1) => (declarations[declaration]?.nodes ?? 0) >= limits.nearNodes;
    if (!declarations.some((_, declaration) => isCompared(declaration))) continue;
    const block = blocks.of(file);
    const own = new FileGrams(block, (body) => isCompared(block.bodies.declaration[body]));
    const isMarked = new Uint8Array(own.table.size);
    for (const [body, set] of own.sets.entries()) {
      if (set.length < limits.grams) continue;
      columns.file.push(file);
      columns.body.push(body);
      columns.declaration.push(block.bodies.declaration[body] ?? 0);
      size.push(set.length);
      for (let at = 0; at < set.length; at++) {
        const gram = set[at] ?? 0;
        if (isMarked[gram] === 1) continue;
        isMarked[gram] = 1;
        sieve.mark(own.table.low(gram), own.isRepeated[gram] === 1);
      }
    }
  }
  const shared = new SharedGrams(sieve);
  const { values: fileOf } = columns.file;
  for (let from = 0; from < fileOf.length; ) {
    const file = fileOf[from] ?? 0;
    const to = endOfEqual(fileOf, from);
    shared.add(blocks.of(file), columns.body.values.subarray(from, to));
    from = to;
  }
  return {
    file: fileOf,
    body: columns.body.values,
    declaration: columns.declaration.values,
    size: size.values,
    start: shared.start,
    grams: shared.grams.values,
    distinct: shared.distinct,
  };
}

function endOfEqual(numbers: Uint32Array, from: number): number {
  let to = from + 1;
  while (to < numbers.length && numbers[to] === numbers[from]) to++;
  return to;
}

/** The sets of declarations without 5-grams that certainly occur once. */
class SharedGrams {
  readonly grams = new NumberList();
  readonly #starts = new NumberList();
  readonly #sieve: Sieve;
  readonly #table = new HashTable(SMALLEST_SIEVE);
  /** By 5-gram: the last set that has it, from 1. */
  #setOf = new Uint32Array(SMALLEST_SIEVE);

  constructor(sieve: Sieve) {
    this.#sieve = sieve;
  }

  get distinct(): number {
    return this.#table.size;
  }

  /** Where each set starts, and the end of the last one. */
  get start(): Uint32Array {
    const start = new Uint32Array(this.#starts.length + 1);
    start.set(this.#starts.values);
    start[this.#starts.length] = this.grams.length;
    return start;
  }

  /** Adds the sets of bodies of one file, in order. */
  add(block: ElementBlock, bodies: Uint32Array): void {
    const windows = new GramWindows(block);
    /** By first element: the number of the 5-gram and 1, `ONCE`, or 0 if it is not known: bodies are nested. */
    const numbers = new Int32Array(block.opening.length);
    for (const body of bodies) {
      this.#starts.push(this.grams.length);
      const { first, count, lastClosings } = rangeOf(block, body);
      const last = first + count - GRAM;
      for (let at = first; at < last; at++) {
        if (numbers[at] === 0) numbers[at] = this.#number(windows, at, block.closings[at + GRAM - 1] ?? 0);
        this.#include(numbers[at] ?? ONCE);
      }
      if (last >= first) this.#include(this.#number(windows, last, lastClosings));
    }
  }

  /** @returns the number and 1, or `ONCE` */
  #number(windows: GramWindows, first: number, lastClosings: number): number {
    const { high, low } = windows.of(first, lastClosings);
    return this.#sieve.mayRepeat(low) ? this.#table.number(high, low) + 1 : ONCE;
  }

  /** Includes a 5-gram into the last set. */
  #include(number: number): void {
    if (number === ONCE) return;
    if (number > this.#setOf.length) {
      const larger = new Uint32Array(this.#setOf.length * 2);
      larger.set(this.#setOf);
      this.#setOf = larger;
    }
    if (this.#setOf[number - 1] === this.#starts.length) return;
    this.#setOf[number - 1] = this.#starts.length;
    this.grams.push(number - 1);
  }
}

/** Tells which hashes certainly occur once. */
class Sieve {
  readonly #counts: Uint8Array;

  /** @param size a power of two */
  constructor(size: number) {
    this.#counts = new Uint8Array(size);
  }

  mark(hash: number, isRepeated: boolean): void {
    const at = hash & (this.#counts.length - 1);
    this.#counts[at] = isRepeated || this.#counts[at] !== 0 ? 2 : 1;
  }

  mayRepeat(hash: number): boolean {
    return this.#counts[hash & (this.#counts.length - 1)] === 2;
  }
}
