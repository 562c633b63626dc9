import { ROWS } from '../generated/rows.ts';
import type { Statements } from '../sqlite/statements.ts';
import { Table } from './table.ts';

/** Blocks of bytes of one kind, many of which belong to files, in tables of `staging.ts`. */
export class BlockStore {
  readonly #blocks;
  readonly #files;
  readonly #blockOf = new WeakMap<object, number>();
  /** The last assigned id. */
  last = 0;

  /** @param kind of `staged_<kind>_block` and `<kind>_block_of_file` */
  constructor(statements: Statements, kind: 'token' | 'element') {
    this.#blocks = new Table(statements, `staged_${kind}_block`, ['id', 'data']);
    this.#files = new Table(statements, `${kind}_block_of_file`, ROWS[`${kind}_block_of_file`].columns);
  }

  /** Stores the block of a file whose node is not yet known. */
  setAside(facts: object, block: Uint8Array | undefined): void {
    if (block !== undefined) this.#blockOf.set(facts, this.add(block));
  }

  assign(file: number, facts: object): void {
    const block = this.#blockOf.get(facts);
    if (block !== undefined) this.#files.insert({ file_id: file, staged_id: block });
  }

  /** @returns the id of the block, for its files */
  add(block: Uint8Array): number {
    const id = ++this.last;
    // Not deflated: that takes more time than writing and reading three times as much.
    this.#blocks.insert({ id, data: block });
    return id;
  }
}
