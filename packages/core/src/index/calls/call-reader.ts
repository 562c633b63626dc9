import type { FileCalls, WantedCalls } from '../port.ts';
import type { ReadStatements } from '../read-statements.ts';
import { callsOfBlock, hasLastName } from './call-block.ts';
import { inflated } from './packed.ts';

const OF_PROJECT = `
  SELECT data FROM project JOIN call_block ON first_file_id BETWEEN node_id AND last_node_id
  WHERE project.id = ?
  ORDER BY first_file_id`;
const OF_FILE = 'SELECT data FROM call_block WHERE first_file_id <= ? ORDER BY first_file_id DESC LIMIT 1';

/** Most bytes of inflated blocks that a connection caches. */
const MAX_BYTES = 8 * 2 ** 20;
/** Cached answers: the computations of a question run several times. */
const MAX_ANSWERS = 2;

/** The calls in an index, of projects by integer id, for one connection: an index never changes while it is open. */
export class CallReader {
  readonly #statements: ReadStatements;
  /** Inflated blocks by project, the last read one at the end. */
  readonly #cached = new Map<number, Buffer[]>();
  #bytes = 0;
  readonly #answers = new Map<string, FileCalls[]>();

  constructor(statements: ReadStatements) {
    this.#statements = statements;
  }

  *ofProject(project: number): IterableIterator<FileCalls> {
    for (const block of this.#blocks(project)) yield* callsOfBlock(block);
  }

  wanted(project: number, only: WantedCalls): FileCalls[] {
    const key = JSON.stringify([project, only]);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const found = 'file' in only ? this.#inFile(only.file) : this.#named(project, only.name);
    if (this.#answers.size === MAX_ANSWERS) this.#answers.clear();
    this.#answers.set(key, found);
    return found;
  }

  #inFile(file: number): FileCalls[] {
    const data = this.#statements.first(OF_FILE, [file], (row) => row.bytes('data'));
    return data === undefined ? [] : [...callsOfBlock(inflated(data), { file })];
  }

  #named(project: number, name: string): FileCalls[] {
    const found: FileCalls[] = [];
    for (const block of this.#cached.get(project) ?? this.#read(project)) {
      for (const calls of callsOfBlock(block, { name })) found.push(named(calls, name));
    }
    return found;
  }

  /** Caches the blocks after the last one. */
  *#read(project: number): IterableIterator<Buffer> {
    const read: Buffer[] = [];
    let bytes = 0;
    for (const block of this.#blocks(project)) {
      bytes += block.length;
      if (bytes <= MAX_BYTES) read.push(block);
      yield block;
    }
    if (bytes > MAX_BYTES) return;
    this.#cached.set(project, read);
    this.#bytes += bytes;
    for (const [oldest, blocks] of this.#cached) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#cached.delete(oldest);
      for (const { length } of blocks) this.#bytes -= length;
    }
  }

  #blocks(project: number): IterableIterator<Buffer> {
    return this.#statements.iterate(OF_PROJECT, [project], (row) => inflated(row.bytes('data')));
  }
}

function named({ file, callee, ...columns }: FileCalls, name: string): FileCalls {
  const of = <T>(column: readonly T[]): T[] => column.filter((_, call) => hasLastName(callee[call] ?? '', name));
  const { line, within, state, via, candidates, reason } = columns;
  const outcome = { state: of(state), via: of(via), candidates: of(candidates), reason: of(reason) };
  return { file, callee: of(callee), line: of(line), within: of(within), ...outcome };
}
