import { inflateRawSync } from 'node:zlib';
import type { TokenRecord } from '#parse/facts.ts';
import { TokenBlock } from '#parse/tokens/token-block.ts';
import type { Statements } from './sqlite/statements.ts';

const RECORD = `
  SELECT block_id, position, start_line FROM token_record
  JOIN node ON node.id = node_id
  WHERE node_id = ?`;
const BLOCK = 'SELECT data FROM token_block WHERE id = ?';

/** Copies of a function are often in neighbouring blocks: this number of cached blocks serves most later requests. */
const KEPT_BLOCKS = 64;

/** The token records of grouped functions in an index. */
export class TokenRecords {
  readonly #statements: Statements;
  /** By id, least recently used first. */
  readonly #kept = new Map<number, TokenBlock>();

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** @param node integer id */
  of(node: number): TokenRecord | undefined {
    const place = this.#statements.first(RECORD, [node], (row) => ({
      block: row.integer('block_id'),
      position: row.integer('position'),
      line: row.integer('start_line'),
    }));
    return place === undefined ? undefined : this.#block(place.block).record(place.position, place.line);
  }

  /** Inflating a block and reading its header takes far longer than extracting a record. */
  #block(id: number): TokenBlock {
    const kept = this.#kept.get(id);
    if (kept !== undefined) {
      // Move it to the end: the least recently used block is evicted first.
      this.#kept.delete(id);
      this.#kept.set(id, kept);
      return kept;
    }
    const data = this.#statements.first(BLOCK, [id], (row) => row.bytes('data'));
    if (data === undefined) throw new RangeError(`there is no block ${id}`);
    const block = new TokenBlock(inflateRawSync(data));
    this.#kept.set(id, block);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_BLOCKS && oldest !== undefined) this.#kept.delete(oldest);
    return block;
  }
}
