import { inflateRawSync } from 'node:zlib';
import type { TokenRecord, TokenRole } from '#parse/facts.ts';
import { TokenBlock } from '#parse/tokens/token-block.ts';
import type { ReadStatements } from './read-statements.ts';

const RECORDS = `
  SELECT node_id, block_id, position, start_line FROM json_each(?) AS wanted
  CROSS JOIN token_record ON node_id = wanted.value
  JOIN node ON node.id = node_id`;
/** Blocks of nodes: reading them does not wait for their ids. */
const BLOCKS = `
  SELECT token_block.id, data FROM (
    SELECT DISTINCT block_id FROM json_each(?) AS wanted CROSS JOIN token_record ON node_id = wanted.value
  ) AS own
  CROSS JOIN token_block ON token_block.id = block_id LIMIT ?`;

/** Copies of a function are often in neighbouring blocks: this number of cached blocks serves most later requests. */
const CACHED_BLOCKS = 256;

/** Where a record is. */
interface Location {
  block: number;
  /** In the block. */
  position: number;
  /** First line of the node. */
  line: number;
}

/** The token records in an index. */
export class TokenRecords {
  readonly #statements: ReadStatements;
  /** By id, least recently used first. */
  readonly #cached = new Map<number, TokenBlock>();
  /** By node; undefined for a node without a record. */
  readonly #locations = new Map<number, Location | undefined>();

  constructor(statements: ReadStatements) {
    this.#statements = statements;
  }

  /** @param node integer id */
  of(node: number): TokenRecord | undefined {
    const location = this.#locationOf(node);
    return location && this.#block(node, location).record(location.position, location.line);
  }

  /** @returns the different texts of the leaves whose word is wanted */
  textsOf(node: number, isWanted: (role: TokenRole, kind: string) => boolean): ReadonlySet<string> | undefined {
    const location = this.#locationOf(node);
    return location && this.#block(node, location).textsOf(location.position, isWanted);
  }

  /**
   * Finds the records of some nodes, and reads as many of their blocks as are cached.
   *
   * @returns the nodes with a record
   */
  prefetch(nodes: readonly number[]): number[] {
    const unknown = nodes.filter((node) => !this.#locations.has(node));
    if (unknown.length > 0) {
      this.#statements.gather([() => this.#locate(unknown), () => this.#read(unknown)]);
      this.#locate(unknown);
      this.#read(unknown);
    }
    return nodes.filter((node) => this.#locations.get(node) !== undefined);
  }

  #locationOf(node: number): Location | undefined {
    if (!this.#locations.has(node)) this.#locate([node]);
    return this.#locations.get(node);
  }

  #locate(nodes: readonly number[]): void {
    const found = this.#statements.all(RECORDS, [JSON.stringify(nodes)], (row): [number, Location] => [
      row.integer('node_id'),
      { block: row.integer('block_id'), position: row.integer('position'), line: row.integer('start_line') },
    ]);
    for (const node of nodes) this.#locations.set(node, undefined);
    for (const [node, location] of found) this.#locations.set(node, location);
  }

  #block(node: number, { block: id }: Location): TokenBlock {
    if (!this.#cached.has(id)) this.#read([node]);
    const block = this.#cached.get(id);
    if (block === undefined) throw new RangeError(`there is no block ${id}`);
    // Move it to the end: the least recently used block is evicted first.
    this.#cached.delete(id);
    this.#cached.set(id, block);
    return block;
  }

  /** Inflating a block and reading its header takes far longer than extracting a record. */
  #read(nodes: readonly number[]): void {
    const values = [JSON.stringify(nodes), CACHED_BLOCKS];
    const found = this.#statements.all(BLOCKS, values, (row) => [row.integer('id'), row.bytes('data')] as const);
    for (const [id, data] of found) {
      if (!this.#cached.has(id)) this.#cached.set(id, new TokenBlock(inflateRawSync(data)));
      const [oldest] = this.#cached.keys();
      if (this.#cached.size > CACHED_BLOCKS && oldest !== undefined) this.#cached.delete(oldest);
    }
  }
}
