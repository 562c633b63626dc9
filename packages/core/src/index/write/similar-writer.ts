import { bodyValues } from '#relate/copies/body-values.ts';
import { postedCount } from '#relate/copies/gram-order.ts';
import type { CopyLimits } from '#relate/copies/limits.ts';
import { pause } from '#tree/pause.ts';
import { encodePostedSets, SETS_OF_BLOCK } from '../postings/posted-sets.ts';
import { type PostingList, postingId } from '../postings/posting-lists.ts';
import type { Statements } from '../sqlite/statements.ts';
import { type BlockFile, listBlockFiles, readDeclarationsOf } from './compared-files.ts';
import { PostingSorter } from './posting-sorter.ts';
import { Table } from './table.ts';

const SHAPES = 'SELECT node_id, shape FROM temp.print WHERE listed = 1 ORDER BY node_id';
/** Bytes of element blocks whose declarations are read at once. */
const PORTION_BYTES = 1024 * 1024;

/**
 * Stores postings of all declarations that are large enough to be compared, and of all functions by their shape: the
 * operation `similar` finds code with them.
 *
 * @throws AnalyzerError `cancelled`
 */
export async function writePostings(statements: Statements, limits: CopyLimits, signal?: AbortSignal): Promise<void> {
  const shapes = new PostingSorter();
  statements.all(SHAPES, [], (row) => shapes.add(shapeValue(row.bytes('shape')), row.integer('node_id')));
  const sets = new SetWriter(statements, limits);
  let [portion, bytes]: [BlockFile[], number] = [[], 0];
  for (const file of listBlockFiles(statements)) {
    portion.push(file);
    bytes += file.size;
    if (bytes < PORTION_BYTES) continue;
    sets.add(portion);
    [portion, bytes] = [[], 0];
    await pause(signal);
  }
  sets.add(portion);
  sets.finish();
  const table = new Table(statements, 'posting_block', ['id', 'data']);
  const write = async (list: PostingList, sorter: PostingSorter) => {
    for (const { first, data } of sorter.blocks()) table.insert({ id: postingId(list, first), data });
    await pause(signal);
  };
  await write('grams', sets.postings);
  await write('shapes', shapes);
}

/** The value of a function in the list of shapes. */
export function shapeValue(shape: Uint8Array): number {
  return ((shape[0] ?? 0) << 8) | (shape[1] ?? 0);
}

class SetWriter {
  readonly postings = new PostingSorter();
  readonly #statements: Statements;
  readonly #limits: CopyLimits;
  readonly #table;
  #written = 0;
  #open: { node: number[]; size: number[]; last: number[] } = { node: [], size: [], last: [] };

  constructor(statements: Statements, limits: CopyLimits) {
    this.#statements = statements;
    this.#limits = limits;
    this.#table = new Table(statements, 'posted_set_block', ['first_set', 'sets', 'data']);
  }

  /** @param files successive ones */
  add(files: readonly BlockFile[]): void {
    if (files.length === 0) return;
    const declarationsOf = readDeclarationsOf(this.#statements, files);
    for (const { node, elements } of files) {
      const declarations = declarationsOf.get(node) ?? [];
      for (const { declaration, values } of bodyValues({ elements, declarations }, this.#limits)) {
        this.#addSet(node + 1 + declaration, values);
      }
    }
  }

  finish(): void {
    const { node, size, last } = this.#open;
    if (node.length === 0) return;
    const sets = { node: Uint32Array.from(node), size: Uint32Array.from(size), last: Uint16Array.from(last) };
    this.#table.insert({ first_set: this.#written - node.length, sets: node.length, data: encodePostedSets(sets) });
    this.#open = { node: [], size: [], last: [] };
  }

  #addSet(node: number, values: Uint16Array): void {
    const posted = postedCount(values);
    for (let at = 0; at < posted; at++) this.postings.add(values[at] ?? 0, this.#written);
    this.#open.node.push(node);
    this.#open.size.push(values.length);
    this.#open.last.push(values[posted - 1] ?? 0);
    if (++this.#written % SETS_OF_BLOCK === 0) this.finish();
  }
}
