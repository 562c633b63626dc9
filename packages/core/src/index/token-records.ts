import { inflateRawSync } from 'node:zlib';
import type { TokenRecord } from '#parse/facts.ts';
import { TokenBlock } from '#parse/tokens/token-block.ts';
import type { ReadStatements } from './read-statements.ts';

const RECORD = `
  SELECT block_id, position, start_line FROM token_record
  JOIN node ON node.id = node_id
  WHERE node_id = ?`;
const BLOCK = 'SELECT data FROM token_block WHERE id = ?';

/** Copies of a function are often in neighbouring blocks: this number of cached blocks serves most later requests. */
const CACHED_BLOCKS = 64;

/** The token records in an index. */
export class TokenRecords {
  readonly #statements: ReadStatements;
  /** By id, least recently used first. */
  readonly #cached = new Map<number, TokenBlock>();

  constructor(statements: ReadStatements) {
    this.#statements = statements;
  }

  /** @param node integer id */
  of(node: number): TokenRecord | undefined {
    const location = this.#statements.first(RECORD, [node], (row) => ({
      block: row.integer('block_id'),
      position: row.integer('position'),
      line: row.integer('start_line'),
    }));
    return location === undefined ? undefined : this.#block(location.block).record(location.position, location.line);
  }

  /** Inflating a block and reading its header takes far longer than extracting a record. */
  #block(id: number): TokenBlock {
    const cached = this.#cached.get(id);
    if (cached !== undefined) {
      // Move it to the end: the least recently used block is evicted first.
      this.#cached.delete(id);
      this.#cached.set(id, cached);
      return cached;
    }
    const data = this.#statements.first(BLOCK, [id], (row) => row.bytes('data'));
    if (data === undefined) throw new RangeError(`there is no block ${id}`);
    const block = new TokenBlock(inflateRawSync(data));
    this.#cached.set(id, block);
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > CACHED_BLOCKS && oldest !== undefined) this.#cached.delete(oldest);
    return block;
  }
}
