import { inflateRawSync } from 'node:zlib';
import type { ReadStatements } from '../read-statements.ts';
import { type ControlRecord, type ControlRecords, readRecord, recordsIn } from './control-records.ts';

const NODE = 'SELECT start_line FROM node WHERE id = ?';
const BLOCK =
  'SELECT first_node_id, data FROM control_block WHERE first_node_id <= ? ORDER BY first_node_id DESC LIMIT 1';
const NONE: ControlRecord = { kind: [], depth: [], line: [] };

/** The control structures of occurrences in an index. */
export class ControlReader {
  readonly #statements: ReadStatements;
  #last: { first: number; records: ControlRecords } | undefined;

  constructor(statements: ReadStatements) {
    this.#statements = statements;
  }

  /** @param node integer id */
  of(node: number): ControlRecord {
    const firstLine = () => this.#statements.first(NODE, [node], (row) => row.optionalInteger('start_line'));
    this.#statements.gather([() => this.#blockOf(node), firstLine]);
    const block = this.#blockOf(node);
    if (block === undefined) return NONE;
    for (const position of recordsIn(block)) {
      // Code of a file outside of declarations has no first line of its own.
      if (position.owner === node) return readRecord(block, position, firstLine() ?? 1);
      if (position.owner > node) break;
    }
    return NONE;
  }

  #blockOf(node: number): ControlRecords | undefined {
    return this.#statements.first(BLOCK, [node], (row): ControlRecords => {
      const first = row.integer('first_node_id');
      // Successive nodes are often in one block.
      if (this.#last?.first !== first) this.#last = { first, records: inflateRawSync(row.bytes('data')) };
      return this.#last.records;
    });
  }
}
