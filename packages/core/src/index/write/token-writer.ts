import { hash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { TokenBlock, TokenBlockCopier } from '#parse/tokens/token-block.ts';
import { pause } from '#tree/pause.ts';
import { FUNCTIONS } from '../codes.ts';
import { numbers, rangesOfNodes } from '../columns.ts';
import type { Statements } from '../sqlite/statements.ts';
import { CommonNumbers } from './common-numbers.ts';
import { lastNode } from './copies.ts';
import { projectStarts } from './project-starts.ts';
import { Table } from './table.ts';

/** Records are read one at a time: small blocks are fast to send and to inflate; four times as large ones take a sixth less. */
const BLOCK_BYTES = 4 * 1024;
/** Level of deflate (RFC 1951): half the time of the usual 6, for 4 % more bytes. */
const LEVEL = 4;
const RECORDS_BETWEEN_PAUSES = 500;

const GROUPED = `
  SELECT
    json_group_array(id) AS nodes, json_group_array(file_id) AS files, json_group_array(staged_id) AS blocks
  FROM (
    SELECT node.id, node.file_id, staged_id
    FROM node JOIN temp.token_block_of_file AS block ON block.file_id = node.file_id
    LEFT JOIN node AS parent ON parent.id = node.parent_id
      AND node.kind IN (${FUNCTIONS}) AND parent.kind NOT IN (${FUNCTIONS})
    WHERE (node.grouped OR parent.grouped) AND node.id BETWEEN ? AND ?
    ORDER BY node.id
  )`;

/**
 * Stores the token records of grouped functions and types, and of the functions directly in these types, equal ones once.
 *
 * @throws AnalyzerError `cancelled`
 */
export async function writeTokenRecords(statements: Statements, signal?: AbortSignal): Promise<void> {
  const records = new RecordWriter(statements);
  let open: { id: number; block: TokenBlock } | undefined;
  let written = 0;
  const starts = projectStarts(statements);
  for (const range of rangesOfNodes(lastNode(statements))) {
    const grouped = statements.first(GROUPED, range, (row) => ({
      nodes: numbers(row, 'nodes'),
      files: numbers(row, 'files'),
      blocks: numbers(row, 'blocks'),
    }));
    for (const [at, node] of grouped?.nodes.entries() ?? []) {
      const [file = 0, id = 0] = [grouped?.files[at], grouped?.blocks[at]];
      if (starts.passed(node)) records.finish();
      if (open?.id !== id) open = { id, block: readBlock(statements, id) };
      // Files and declarations without a fingerprint have no record.
      if (!open.block.has(node - file - 1)) continue;
      records.add(node, open.block, node - file - 1);
      if (++written % RECORDS_BETWEEN_PAUSES === 0) await pause(signal);
    }
  }
  records.finish();
}

function readBlock(statements: Statements, id: number): TokenBlock {
  const data = statements.first('SELECT data FROM temp.staged_token_block WHERE id = ?', [id], (row) =>
    row.bytes('data'),
  );
  if (data === undefined) throw new RangeError(`there is no block ${id}`);
  return new TokenBlock(data);
}

class RecordWriter {
  readonly #records;
  readonly #blocks;
  readonly #numbers = new CommonNumbers();
  /** Locations of records, by digest. */
  readonly #known = new Map<string, { block_id: number; position: number }>();
  /** Buffered rows: an insert between reads would write each row separately. */
  #rows: number[] = [];
  #block = new TokenBlockCopier(this.#numbers);
  #blockId = 0;

  constructor(statements: Statements) {
    this.#records = new Table(statements, 'token_record', ['node_id', 'block_id', 'position']);
    this.#blocks = new Table(statements, 'token_block', ['id', 'data']);
  }

  add(node: number, from: TokenBlock, position: number): void {
    const numbers = this.#numbers.of(from, position);
    const digest = hash('sha256', numbers, 'base64');
    let location = this.#known.get(digest);
    if (location === undefined) {
      // A block has the id of its first node.
      if (this.#block.size === 0) this.#blockId = node;
      location = { block_id: this.#blockId, position: this.#block.add(numbers) };
      this.#known.set(digest, location);
      if (this.#block.size >= BLOCK_BYTES) this.#finishBlock();
    }
    this.#rows.push(node, location.block_id, location.position);
  }

  /** Ends the block: a change of one project changes no block of others. */
  finish(): void {
    if (this.#block.size > 0) this.#finishBlock();
    this.#writeRows();
  }

  #finishBlock(): void {
    this.#blocks.insert({ id: this.#blockId, data: deflateRawSync(this.#block.finish(), { level: LEVEL }) });
    this.#block = new TokenBlockCopier(this.#numbers);
    this.#writeRows();
  }

  #writeRows(): void {
    this.#records.insertCells(this.#rows);
    this.#rows = [];
  }
}
