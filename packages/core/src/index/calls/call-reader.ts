import type { FileCalls, Row, WantedCalls } from '../port.ts';
import type { ReadStatements } from '../read-statements.ts';
import { type CallBlock, callsOfBlock } from './call-block.ts';
import { inflated } from './packed.ts';

const OF_PROJECT = `
  SELECT first_file_id, data FROM project JOIN call_block ON first_file_id BETWEEN node_id AND last_node_id
  WHERE project.id = ? AND first_file_id > ?
  ORDER BY first_file_id`;
/** Blocks that are read at once: those of most projects, and few enough for memory. */
const FIRST = 50;
const OF_FILE =
  'SELECT first_file_id, data FROM call_block WHERE first_file_id <= ? ORDER BY first_file_id DESC LIMIT 1';

/** Most bytes of inflated blocks that a connection caches, without their parsed headers. */
const MAX_BYTES = 8 * 2 ** 20;

/** The calls in an index, of projects by integer id, for one connection: an index never changes while it is open. */
export class CallReader {
  readonly #statements: ReadStatements;
  /** Inflated blocks by project, the last read one at the end. */
  readonly #cached = new Map<number, ReadBlock[]>();
  #bytes = 0;

  constructor(statements: ReadStatements) {
    this.#statements = statements;
  }

  *ofProject(project: number): IterableIterator<FileCalls> {
    for (const block of this.#blocks(project)) yield* callsOfBlock(block);
  }

  wanted(project: number, only: WantedCalls): FileCalls[] {
    const blocks =
      'file' in only ? this.#blockOf(project, only.file) : (this.#cached.get(project) ?? this.#read(project));
    return Array.from(blocks, (block) => [...callsOfBlock(block, only)]).flat();
  }

  #blockOf(project: number, file: number): CallBlock[] {
    const cached = this.#cached.get(project)?.findLast(({ first }) => first <= file);
    return cached === undefined ? this.#statements.all(OF_FILE, [file], blockOf) : [cached];
  }

  /** Caches the blocks after the last one. */
  *#read(project: number): IterableIterator<ReadBlock> {
    const read: ReadBlock[] = [];
    let bytes = 0;
    for (const block of this.#blocks(project)) {
      bytes += block.bytes.length;
      if (bytes <= MAX_BYTES) read.push(block);
      yield block;
    }
    if (bytes > MAX_BYTES) return;
    this.#cached.set(project, read);
    this.#bytes += bytes;
    for (const [oldest, blocks] of this.#cached) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#cached.delete(oldest);
      for (const block of blocks) this.#bytes -= block.bytes.length;
    }
  }

  /** Only the first ones can be gathered. */
  *#blocks(project: number): IterableIterator<ReadBlock> {
    const first = this.#statements.all(`${OF_PROJECT} LIMIT ${FIRST}`, [project, 0], blockOf);
    yield* first;
    const last = first[FIRST - 1]?.first;
    if (last !== undefined) yield* this.#statements.iterate(OF_PROJECT, [project, last], blockOf);
  }
}

type ReadBlock = CallBlock & { first: number };

function blockOf(row: Row): ReadBlock {
  return { first: row.integer('first_file_id'), bytes: inflated(row.bytes('data')) };
}
