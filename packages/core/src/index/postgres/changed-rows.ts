import { hash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Row } from '../port.ts';
import type { Statements } from '../sqlite/statements.ts';
import { type Dialect, rowSql } from './copy-text.ts';
import type { SharedTable } from './shared-tables.ts';
import { withoutNul } from './text.ts';

/** Successive values of the first column of the key whose rows are compared together. */
export const VALUES_OF_CHUNK = 256;

/** Rows of an index file that are compared together, in the text format of COPY. */
export interface Chunk {
  /** The string of the key, or its number divided by `VALUES_OF_CHUNK`. */
  name: string;
  rows: string[];
}

const SQLITE: Dialect = { char: 'char', hex: (column) => `lower(hex(${column}))` };

/** All rows of a table, in chunks. */
export function* chunksOf(statements: Statements, table: SharedTable): Generator<Chunk> {
  const { source, rangeBy, hasTextRange } = table;
  const ending = table.columns.length > source.columns.length ? `\t${hostname()}` : '';
  const range = hasTextRange ? rangeBy : `CAST(${rangeBy} / ${VALUES_OF_CHUNK} AS TEXT)`;
  const sql = `SELECT ${range} AS range, ${rowSql(source.columns, SQLITE)} AS row
    FROM ${source.name} ORDER BY ${source.key.join(', ')}`;
  let open: Chunk = { name: '', rows: [] };
  for (const { name, text } of statements.iterate(sql, [], rangeAndText)) {
    if (name !== open.name) {
      if (open.rows.length > 0) yield open;
      open = { name, rows: [] };
    }
    open.rows.push(text + ending);
  }
  if (open.rows.length > 0) yield open;
}

/** SQLite cannot replace NUL. */
function rangeAndText(row: Row): { name: string; text: string } {
  return { name: withoutNul(row.text('range')), text: withoutNul(row.text('row')) };
}

/** Finds the chunks of a table that an earlier index does not have. */
export class ChangedChunks {
  /** Digests of the changed and new chunks, by name. */
  readonly written = new Map<string, string>();
  /** Digests of the chunks of the earlier index, by name; after all are read, of those that changed or are gone. */
  readonly earlier: Map<string, string>;
  total = 0;

  constructor(earlier: Map<string, string>) {
    this.earlier = earlier;
  }

  *of(chunks: Iterable<Chunk>): Generator<Chunk> {
    for (const chunk of chunks) {
      this.total++;
      const digest = hash('sha256', chunk.rows.join('\n'), 'hex');
      if (this.earlier.get(chunk.name) === digest) {
        this.earlier.delete(chunk.name);
        continue;
      }
      this.written.set(chunk.name, digest);
      yield chunk;
    }
  }
}
