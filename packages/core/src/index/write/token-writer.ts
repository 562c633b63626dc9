import { hash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import type { TokenRecord } from '#parse/facts.ts';
import { TokenBlock, TokenBlockWriter } from '#parse/tokens/token-block.ts';
import { pause } from '#tree/pause.ts';
import type { Statements } from '../sqlite/statements.ts';
import { Table } from './table.ts';

/** Records are read one at a time: a block must be small enough to be inflated for each, large enough to be small. */
const BLOCK_BYTES = 16 * 1024;
const SMALL = 9;
const RECORDS_BETWEEN_PAUSES = 500;

const GROUPED = `
  SELECT node.id, node.file_id, file_block_id, start_line
  FROM node JOIN temp.block_of_file USING (file_id)
  WHERE grouped
  ORDER BY node.id`;

/**
 * Keeps the token records of functions that are in groups, equal ones once.
 *
 * @throws AnalyzerError `cancelled`
 */
export async function writeTokenRecords(statements: Statements, signal?: AbortSignal): Promise<void> {
  const records = new RecordWriter(statements);
  const nodes = statements.iterate(GROUPED, [], (row) => ({
    node: row.integer('id'),
    file: row.integer('file_id'),
    block: row.integer('file_block_id'),
    line: row.integer('start_line'),
  }));
  let open: { id: number; block: TokenBlock } | undefined;
  let written = 0;
  for (const { node, file, block, line } of nodes) {
    if (open?.id !== block) open = { id: block, block: readBlock(statements, block) };
    records.add(node, open.block.record(node - file - 1, line), line);
    if (++written % RECORDS_BETWEEN_PAUSES === 0) await pause(signal);
  }
  records.finish();
}

function readBlock(statements: Statements, id: number): TokenBlock {
  const data = statements.first('SELECT data FROM temp.file_block WHERE id = ?', [id], (row) => row.bytes('data'));
  if (data === undefined) throw new RangeError(`no block ${id}`);
  return new TokenBlock(data);
}

class RecordWriter {
  readonly #records;
  readonly #blocks;
  /** By digest of the record, where it is. */
  readonly #known = new Map<string, { block_id: number; position: number }>();
  #block = new TokenBlockWriter();
  #blockId = 1;

  constructor(statements: Statements) {
    this.#records = new Table(statements, 'token_record', ['node_id', 'block_id', 'position']);
    this.#blocks = new Table(statements, 'token_block', ['id', 'data']);
  }

  add(node: number, record: TokenRecord, firstLine: number): void {
    const digest = digestOf(record, firstLine);
    let place = this.#known.get(digest);
    if (place === undefined) {
      place = { block_id: this.#blockId, position: this.#block.add(record, firstLine) };
      this.#known.set(digest, place);
      if (this.#block.size >= BLOCK_BYTES) this.finish();
    }
    this.#records.insert({ node_id: node, ...place });
  }

  finish(): void {
    if (this.#block.size === 0) return;
    this.#blocks.insert({ id: this.#blockId++, data: deflateRawSync(this.#block.finish(), { level: SMALL }) });
    this.#block = new TokenBlockWriter();
  }
}

function digestOf({ role, kind, text, line }: TokenRecord, firstLine: number): string {
  const lines = line.map((it) => it - firstLine);
  const lengths = text.map((it) => it.length);
  // No role, kind or number holds a NUL, and the lengths say where a text ends that does.
  return hash('sha256', [role.length, ...role, ...kind, ...lines, ...lengths, ...text].join('\0'), 'base64');
}
