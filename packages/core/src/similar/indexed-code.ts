import { type StoredBlocks, storedBlocks, unpacked } from '#index/element-files.ts';
import type { Snapshot } from '#index/port.ts';
import { type PostedSets, readPostedSets } from '#index/postings/posted-sets.ts';
import { VALUES } from '#relate/copies/gram-order.ts';
import { PostedGrams } from './posted-grams.ts';
import { SetTally } from './set-tally.ts';

type Statements = Pick<Snapshot, 'all'>;

/** Bytes of decompressed element blocks in memory for one connection. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024;
/** Rows of element blocks that are read at once. */
const ROWS_AT_ONCE = 16;

const COPIES =
  'SELECT file_id, of_file_id FROM json_each(?) AS wanted CROSS JOIN element_copy ON file_id = wanted.value';
const BLOCKS = `
  SELECT first_file_id, sizes, data FROM element_block WHERE first_file_id IN (
    SELECT (SELECT max(first_file_id) FROM element_block WHERE first_file_id <= wanted.value) FROM json_each(?) AS wanted
  ) ORDER BY first_file_id`;

/** The posted sets and element blocks of an index, some of them in memory as long as its connection. */
export class IndexedCode {
  static readonly #known = new WeakMap<object, IndexedCode>();

  static of(snapshot: Snapshot): IndexedCode {
    const known = IndexedCode.#known.get(snapshot.connection) ?? new IndexedCode();
    IndexedCode.#known.set(snapshot.connection, known);
    return known;
  }

  readonly grams: PostedGrams;
  #sets: PostedSets | undefined;
  #tally: SetTally | undefined;
  #least: number | undefined;
  /** By node of the file, least recently used first. */
  readonly #blocks = new Map<number, Uint8Array>();
  #bytes = 0;

  constructor(grams = new PostedGrams()) {
    this.grams = grams;
  }

  sets(statements: Statements): PostedSets {
    this.#sets ??= readPostedSets(statements);
    return this.#sets;
  }

  /** Empty between uses. */
  tally(statements: Statements): SetTally {
    this.#tally ??= new SetTally(this.sets(statements).size.length);
    return this.#tally;
  }

  /** The least of the greatest posted values of the sets. */
  leastLast(statements: Statements): number {
    this.#least ??= this.sets(statements).last.reduce((least, its) => Math.min(least, its), VALUES);
    return this.#least;
  }

  /** The element blocks of some files, by node of the file. */
  *elements(snapshot: Snapshot, files: readonly number[]): Generator<[file: number, elements: Uint8Array]> {
    if (files.length === 0) return;
    const copyOf = new Map(
      snapshot.all(COPIES, [JSON.stringify(files)], (row) => [row.integer('file_id'), row.integer('of_file_id')]),
    );
    const unread: number[] = [];
    for (const file of files) {
      const elements = this.#cached(copyOf.get(file) ?? file);
      if (elements === undefined) unread.push(file);
      else yield [file, elements];
    }
    for (let at = 0; at < unread.length; at += ROWS_AT_ONCE) {
      const some = unread.slice(at, at + ROWS_AT_ONCE);
      const wanted = new Set(some.map((file) => copyOf.get(file) ?? file));
      const found = new Map<number, Uint8Array>();
      for (const row of snapshot.all(BLOCKS, [JSON.stringify([...wanted])], storedBlocks)) this.#unpack(row, found);
      for (const file of some) {
        const elements = found.get(copyOf.get(file) ?? file);
        if (elements === undefined) throw new RangeError(`the file ${file} has no element block`);
        yield [file, elements];
      }
    }
  }

  /** All files of a row are cached: similar declarations are often in neighbouring files. */
  #unpack(row: StoredBlocks, found: Map<number, Uint8Array>): void {
    for (const { file, elements } of unpacked(row)) {
      found.set(file, elements);
      if (this.#blocks.has(file)) continue;
      this.#blocks.set(file, elements);
      this.#bytes += elements.length;
    }
    for (const [file, { length }] of this.#blocks) {
      if (this.#bytes <= MAX_CACHED_BYTES) break;
      this.#blocks.delete(file);
      this.#bytes -= length;
    }
  }

  #cached(file: number): Uint8Array | undefined {
    const elements = this.#blocks.get(file);
    if (elements === undefined) return undefined;
    this.#blocks.delete(file);
    this.#blocks.set(file, elements);
    return elements;
  }
}
