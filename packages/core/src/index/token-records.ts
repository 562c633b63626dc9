import { inflateRawSync } from 'node:zlib';
import type { TokenRecord } from '#parse/facts.ts';
import { TokenBlock } from '#parse/tokens/token-block.ts';
import type { Statements } from './sqlite/statements.ts';

const RECORD = `
  SELECT block_id, position, start_line FROM token_record
  JOIN node ON node.id = node_id
  WHERE node_id = ?`;
const BLOCK = 'SELECT data FROM token_block WHERE id = ?';

/** Copies of a function lie in blocks of their own files: so many kept ones hold most of those that are asked for again. */
const KEPT_BLOCKS = 64;

/** The token records of grouped functions, as an index holds them. */
export class TokenRecords {
  readonly #statements: Statements;
  /** By id, in the order in which they were last asked for. */
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

  /** Inflating one and reading its head takes far longer than taking a record out of it. */
  #block(id: number): TokenBlock {
    const kept = this.#kept.get(id);
    if (kept !== undefined) {
      // To the end: the one that was not asked for the longest goes first.
      this.#kept.delete(id);
      this.#kept.set(id, kept);
      return kept;
    }
    const data = this.#statements.first(BLOCK, [id], (row) => row.bytes('data'));
    if (data === undefined) throw new RangeError(`no block ${id}`);
    const block = new TokenBlock(inflateRawSync(data));
    this.#kept.set(id, block);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT_BLOCKS && oldest !== undefined) this.#kept.delete(oldest);
    return block;
  }
}
