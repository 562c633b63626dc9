import { inflateRawSync } from 'node:zlib';
import type { TokenRecord, TokenRole } from '#parse/facts.ts';
import { TokenBlock } from '#parse/tokens/token-block.ts';
import type { Statement } from './port.ts';
import type { ReadStatements } from './read-statements.ts';

const RECORDS = `
  SELECT node_id, block_id, position, start_line FROM json_each(?) AS wanted
  CROSS JOIN token_record ON node_id = wanted.value
  JOIN node ON node.id = node_id`;
const BLOCKS =
  'SELECT token_block.id, data FROM json_each(?) AS wanted CROSS JOIN token_block ON token_block.id = wanted.value';

/** What `prefetchTokens` of nodes asks for first. */
export function recordsOf(nodes: readonly number[]): Statement {
  return { sql: RECORDS, parameters: [JSON.stringify(nodes)] };
}

function blocksOf(ids: readonly number[]): Statement {
  return { sql: BLOCKS, parameters: [JSON.stringify(ids)] };
}

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
    return location === undefined ? undefined : this.#block(location.block).record(location.position, location.line);
  }

  /** @returns the different texts of the leaves whose word is wanted */
  textsOf(node: number, isWanted: (role: TokenRole, kind: string) => boolean): ReadonlySet<string> | undefined {
    const location = this.#locationOf(node);
    return location === undefined ? undefined : this.#block(location.block).textsOf(location.position, isWanted);
  }

  /**
   * Finds the records of some nodes, and reads as many of their blocks as are cached.
   *
   * @param others read together with the blocks
   * @returns the nodes with a record
   */
  prefetch(nodes: readonly number[], others: readonly Statement[] = []): number[] {
    const unknown = nodes.filter((node) => !this.#locations.has(node));
    if (unknown.length > 0) this.#locate(unknown);
    const blocks = nodes.map((node) => this.#locations.get(node)?.block).filter((id) => id !== undefined);
    const wanted = [...new Set(blocks)].filter((id) => !this.#cached.has(id)).slice(0, CACHED_BLOCKS);
    this.#statements.prefetch(wanted.length === 0 ? others : [blocksOf(wanted), ...others]);
    this.#read(wanted);
    return nodes.filter((node) => this.#locations.get(node) !== undefined);
  }

  #locationOf(node: number): Location | undefined {
    if (!this.#locations.has(node)) this.#locate([node]);
    return this.#locations.get(node);
  }

  #locate(nodes: readonly number[]): void {
    for (const node of nodes) this.#locations.set(node, undefined);
    const { sql, parameters } = recordsOf(nodes);
    const found = this.#statements.all(sql, parameters, (row): [number, Location] => [
      row.integer('node_id'),
      { block: row.integer('block_id'), position: row.integer('position'), line: row.integer('start_line') },
    ]);
    for (const [node, location] of found) this.#locations.set(node, location);
  }

  #block(id: number): TokenBlock {
    if (!this.#cached.has(id)) this.#read([id]);
    const block = this.#cached.get(id);
    if (block === undefined) throw new RangeError(`there is no block ${id}`);
    // Move it to the end: the least recently used block is evicted first.
    this.#cached.delete(id);
    this.#cached.set(id, block);
    return block;
  }

  /** Inflating a block and reading its header takes far longer than extracting a record. */
  #read(ids: readonly number[]): void {
    if (ids.length === 0) return;
    const { sql, parameters } = blocksOf(ids);
    const found = this.#statements.all(sql, parameters, (row): [number, Uint8Array] => [
      row.integer('id'),
      row.bytes('data'),
    ]);
    for (const [id, data] of found) {
      this.#cached.set(id, new TokenBlock(inflateRawSync(data)));
      const [oldest] = this.#cached.keys();
      if (this.#cached.size > CACHED_BLOCKS && oldest !== undefined) this.#cached.delete(oldest);
    }
  }
}
