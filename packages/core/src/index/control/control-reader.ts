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

  constructor(statements: ReadStatements) {
    this.#statements = statements;
  }

  /** @param node integer id */
  of(node: number): ControlRecord {
    const block = this.#statements.first(BLOCK, [node], (row): ControlRecords => inflateRawSync(row.bytes('data')));
    if (block === undefined) return NONE;
    for (const position of recordsIn(block)) {
      if (position.owner === node) return readRecord(block, position, this.#firstLine(node));
      if (position.owner > node) break;
    }
    return NONE;
  }

  #firstLine(node: number): number {
    // Code of a file outside of declarations has no first line of its own.
    return this.#statements.first(NODE, [node], (row) => row.optionalInteger('start_line')) ?? 1;
  }
}
