import type { ComparedFile, ElementBlocks } from './compared-file.ts';
import { FileGrams } from './file-grams.ts';
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
 * Reads the sets of all declarations. Two passes: the first marks in a sieve which hashes occur more than once, so that
 * the second stores only 5-grams that can be shared.
 */
export function readGramSets(files: readonly ComparedFile[], blocks: ElementBlocks, limits: CopyLimits): GramSets {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const sieve = new Sieve(Math.min(LARGEST_SIEVE, Math.max(SMALLEST_SIEVE, 2 ** Math.ceil(Math.log2(bytes + 1)))));
  for (const [file, { declarations }] of files.entries()) {
    const { table, sets, isRepeated } = gramsOf(blocks, file, declarations, limits);
    const isMarked = new Uint8Array(table.size);
    for (const set of sets) {
      if (set.length < limits.grams) continue;
      for (let at = 0; at < set.length; at++) {
        const gram = set[at] ?? 0;
        if (isMarked[gram] === 1) continue;
        isMarked[gram] = 1;
        sieve.mark(table.low(gram), isRepeated[gram] === 1);
      }
    }
  }
  const columns = { file: new NumberList(), body: new NumberList(), declaration: new NumberList() };
  const [size, start, grams] = [new NumberList(), new NumberList(), new NumberList()];
  const table = new HashTable(SMALLEST_SIEVE);
  for (const [file, { declarations }] of files.entries()) {
    const own = gramsOf(blocks, file, declarations, limits);
    // By number in the file: the number in all files and 1, so that 5-grams of nested bodies are looked up once.
    const numbers = new Int32Array(own.table.size);
    for (const [body, set] of own.sets.entries()) {
      if (set.length < limits.grams) continue;
      columns.file.push(file);
      columns.body.push(body);
      columns.declaration.push(blocks.of(file).bodies.declaration[body] ?? 0);
      size.push(set.length);
      start.push(grams.length);
      for (let at = 0; at < set.length; at++) {
        const gram = set[at] ?? 0;
        if (numbers[gram] === 0) {
          const low = own.table.low(gram);
          numbers[gram] = sieve.mayRepeat(low) ? table.number(own.table.high(gram), low) + 1 : ONCE;
        }
        const number = numbers[gram] ?? ONCE;
        if (number !== ONCE) grams.push(number - 1);
      }
    }
  }
  start.push(grams.length);
  return {
    file: columns.file.values,
    body: columns.body.values,
    declaration: columns.declaration.values,
    size: size.values,
    start: start.values,
    grams: grams.values,
    distinct: table.size,
  };
}

function gramsOf(
  blocks: ElementBlocks,
  file: number,
  declarations: ComparedFile['declarations'],
  limits: CopyLimits,
): FileGrams {
  const block = blocks.of(file);
  return new FileGrams(block, (body) => {
    return (declarations[block.bodies.declaration[body] ?? -1]?.nodes ?? 0) >= limits.nearNodes;
  });
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
