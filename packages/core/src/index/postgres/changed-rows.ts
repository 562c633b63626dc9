import { hash } from 'node:crypto';
import { hostname } from 'node:os';
import type { Statements } from '../sqlite/statements.ts';
import { cell, escaped } from './copy-text.ts';
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

/** All rows of a table, in chunks. */
export function* chunksOf(statements: Statements, table: SharedTable): Generator<Chunk> {
  const { source, rangeBy, hasTextRange } = table;
  const columns = source.columns.map(({ name }) => name);
  const at = columns.indexOf(rangeBy);
  const ending = table.columns.length > columns.length ? `\t${escaped(hostname())}` : '';
  const sql = `SELECT ${columns.join(', ')} FROM ${source.name} ORDER BY ${source.key.join(', ')}`;
  let open: Chunk = { name: '', rows: [] };
  for (const row of statements.prepared(sql).iterate()) {
    if (typeof row !== 'object' || row === null) throw new RangeError('the database returned no row');
    const values: unknown[] = Object.values(row);
    const first = values[at];
    const name = hasTextRange ? withoutNul(String(first)) : String(Math.floor(Number(first) / VALUES_OF_CHUNK));
    if (name !== open.name) {
      if (open.rows.length > 0) yield open;
      open = { name, rows: [] };
    }
    let text = '';
    for (const [index, value] of values.entries()) text += (index === 0 ? '' : '\t') + cell(value);
    open.rows.push(text + ending);
  }
  if (open.rows.length > 0) yield open;
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
      const digest = hash('sha256', chunk.rows.join('\n'), 'base64');
      if (this.earlier.get(chunk.name) === digest) {
        this.earlier.delete(chunk.name);
        continue;
      }
      this.written.set(chunk.name, digest);
      yield chunk;
    }
  }
}
