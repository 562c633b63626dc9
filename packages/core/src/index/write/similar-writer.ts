import { bodyValues } from '#relate/copies/body-values.ts';
import { lastPosted } from '#relate/copies/gram-order.ts';
import type { CopyLimits } from '#relate/copies/limits.ts';
import { pause } from '#tree/pause.ts';
import { postingId } from '../postings/posting-lists.ts';
import type { Statements } from '../sqlite/statements.ts';
import { type BlockFile, listBlockFiles, readDeclarationsOf } from './compared-files.ts';
import type { EarlierRows } from './earlier-rows.ts';
import { EarlierSets } from './earlier-sets.ts';
import { PostingSorter } from './posting-sorter.ts';
import { SetWriter } from './set-writer.ts';
import { Table } from './table.ts';

const SHAPES = 'SELECT node_id, shape FROM temp.print WHERE listed = 1 ORDER BY node_id';
/** Bytes of element blocks whose declarations are read at once. */
const PORTION_BYTES = 1024 * 1024;
/** Of a set that an engine found: its file, declaration, size, last value and number of posted values. */
const ROW_BYTES = 20;

/** Files of a list, by their indexes, inclusive. */
export type FileRange = [first: number, last: number];

/**
 * Stores postings of all declarations that are large enough to be compared, and of all functions by their shape: the
 * operation `similar` finds code with them. An engine that compares the declarations anyway can hand over their posted
 * 5-grams; else they are read here.
 */
export class PostingWriter {
  readonly #statements: Statements;
  readonly #limits: CopyLimits;
  readonly #earlier: EarlierRows;
  #sets: SetWriter | undefined;
  #isComplete = false;

  constructor(statements: Statements, limits: CopyLimits, earlier: EarlierRows) {
    this.#statements = statements;
    this.#limits = limits;
    this.#earlier = earlier;
  }

  /** The files of a list whose postings are not in the earlier index. */
  rangesOf(files: readonly BlockFile[]): FileRange[] {
    const ranges: FileRange[] = [];
    let at = 0;
    for (const { first, last } of this.#earlier.added) {
      while ((files[at]?.node ?? first) < first) at++;
      const start = at;
      while ((files[at]?.node ?? Number.POSITIVE_INFINITY) <= last) at++;
      if (at > start) ranges.push([start, at - 1]);
    }
    return ranges;
  }

  /**
   * Adds sets that an engine found. `native/analyzer-rs/src/index/posted.rs` writes them.
   *
   * @param files the list of which the rows have indexes
   * @param count number of sets
   */
  add(files: readonly BlockFile[], count: number, body: Uint8Array): void {
    this.#sets ??= this.#newSets();
    const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    const start = count * ROW_BYTES;
    const values = new Uint16Array((body.length - start) / 2);
    for (let at = 0; at < values.length; at++) values[at] = view.getUint16(start + at * 2, true);
    let from = 0;
    for (let row = 0; row < start; row += ROW_BYTES) {
      const number = (column: number) => view.getUint32(row + column * 4, true);
      const [file, declaration, size, last, posted] = [number(0), number(1), number(2), number(3), number(4)];
      const node = (files[file]?.node ?? 0) + 1 + declaration;
      this.#sets.add({ node, size, last }, values.subarray(from, from + posted));
      from += posted;
    }
  }

  /** The engine failed: discards the added sets. */
  discard(): void {
    this.#sets = undefined;
  }

  /** All sets that are not in the earlier index are added. */
  complete(): void {
    this.#isComplete = true;
  }

  /** @throws AnalyzerError `cancelled` */
  async write(signal?: AbortSignal): Promise<void> {
    const sets = this.#sets ?? this.#newSets();
    if (!this.#isComplete) await this.#read(sets, signal);
    sets.finish();
    const table = new Table(this.#statements, 'posting_block', ['id', 'data']);
    for (const { first, data } of sets.blocks()) table.insert({ id: postingId('grams', first), data });
    await pause(signal);
    for (const { first, data } of shapeBlocks(this.#statements)) {
      table.insert({ id: postingId('shapes', first), data });
    }
    await pause(signal);
  }

  #newSets(): SetWriter {
    return new SetWriter(this.#statements, new EarlierSets(this.#earlier));
  }

  async #read(sets: SetWriter, signal: AbortSignal | undefined): Promise<void> {
    const files = listBlockFiles(this.#statements);
    for (const [first, last] of this.rangesOf(files)) {
      for (const portion of portionsOf(files.slice(first, last + 1))) {
        this.#readFiles(sets, portion);
        await pause(signal);
      }
    }
  }

  /** @param files successive ones, in the order of nodes */
  #readFiles(sets: SetWriter, files: readonly BlockFile[]): void {
    const declarationsOf = readDeclarationsOf(this.#statements, files);
    for (const { node, elements } of files) {
      const declarations = declarationsOf.get(node) ?? [];
      for (const { declaration, values } of bodyValues({ elements, declarations }, this.#limits)) {
        const last = lastPosted(values);
        sets.add({ node: node + 1 + declaration, size: values.length, last }, postedOf(values, last));
      }
    }
  }
}

/** @param values overwritten */
function postedOf(values: Uint16Array, last: number): Uint16Array {
  let posted = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    if (value <= last) values[posted++] = value;
  }
  return values.subarray(0, posted);
}

function* portionsOf(files: readonly BlockFile[]): Generator<BlockFile[]> {
  let [portion, bytes]: [BlockFile[], number] = [[], 0];
  for (const file of files) {
    portion.push(file);
    bytes += file.size;
    if (bytes < PORTION_BYTES) continue;
    yield portion;
    [portion, bytes] = [[], 0];
  }
  if (portion.length > 0) yield portion;
}

function shapeBlocks(statements: Statements) {
  const shapes = new PostingSorter();
  let last = 0;
  for (const { value, node } of statements.all(SHAPES, [], (row) => ({
    value: shapeValue(row.bytes('shape')),
    node: row.integer('node_id'),
  }))) {
    shapes.add(value, node);
    last = node;
  }
  return shapes.blocks(last + 1);
}

/** The value of a function in the list of shapes. */
export function shapeValue(shape: Uint8Array): number {
  return ((shape[0] ?? 0) << 8) | (shape[1] ?? 0);
}
