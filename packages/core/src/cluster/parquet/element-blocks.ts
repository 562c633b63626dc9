import { type FileBlock, storedBlocks, unpacked } from '#index/element-files.ts';
import type { Snapshot } from '#index/port.ts';

const BLOCKS = 'SELECT first_file_id, sizes, data FROM element_block ORDER BY first_file_id';
const BLOCK_WITH =
  'SELECT first_file_id, sizes, data FROM element_block WHERE first_file_id <= ? ORDER BY first_file_id DESC LIMIT 1';
const COPIES = 'SELECT file_id, of_file_id FROM element_copy ORDER BY file_id';
/** A portion with a copy ends when it has so many files. */
const FILES = 64;

/** The element blocks of an index by file, in portions: those of one row of the table, or of up to 64 copies. */
export function* elementBlocks(snapshot: Snapshot): Generator<FileBlock[]> {
  const copies = snapshot.iterate(COPIES, [], (row) => ({
    file: row.integer('file_id'),
    of: row.integer('of_file_id'),
  }));
  const originals = new Originals(snapshot);
  let copy = copies.next();
  let portion: FileBlock[] = [];
  function* copiesBefore(file: number): Generator<FileBlock[]> {
    for (; copy.done !== true && copy.value.file < file; copy = copies.next()) {
      portion.push({ file: copy.value.file, elements: originals.of(copy.value.of) });
      if (portion.length >= FILES) yield* finished();
    }
  }
  function* finished(): Generator<FileBlock[]> {
    if (portion.length > 0) yield portion;
    portion = [];
  }
  for (const row of snapshot.iterate(BLOCKS, [], storedBlocks)) {
    for (const block of unpacked(row)) {
      yield* copiesBefore(block.file);
      portion.push(block);
    }
    yield* finished();
  }
  yield* copiesBefore(Number.POSITIVE_INFINITY);
  yield* finished();
}

/** The blocks of files that others have copies of, with one row in memory: copied folders are in the same order. */
class Originals {
  readonly #snapshot: Snapshot;
  #open = new Map<number, Uint8Array>();

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  of(file: number): Uint8Array {
    if (!this.#open.has(file)) {
      const row = this.#snapshot.first(BLOCK_WITH, [file], storedBlocks);
      this.#open = new Map((row === undefined ? [] : unpacked(row)).map((its) => [its.file, its.elements]));
    }
    const elements = this.#open.get(file);
    if (elements === undefined) throw new RangeError(`the file ${file} has no element block`);
    return elements;
  }
}
