import { inflateRawSync } from 'node:zlib';
import type { TokenRecord } from '#parse/facts.ts';
import { TokenBlock } from '#parse/tokens/token-block.ts';
import type { Statements } from './sqlite/statements.ts';

const RECORD = `
  SELECT position, data, start_line FROM token_record
  JOIN token_block ON token_block.id = block_id
  JOIN node ON node.id = node_id
  WHERE node_id = ?`;

/** The token records of grouped functions, as an index holds them. */
export class TokenRecords {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** @param node integer id */
  of(node: number): TokenRecord | undefined {
    return this.#statements.first(RECORD, [node], (row) =>
      new TokenBlock(inflateRawSync(row.bytes('data'))).record(row.integer('position'), row.integer('start_line')),
    );
  }
}
