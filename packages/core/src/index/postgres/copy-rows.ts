import { hostname } from 'node:os';
import type { Connection } from '#postgres/connect.ts';
import { copyIn } from '#postgres/copy.ts';
import type { Statements } from '../sqlite/statements.ts';
import { CHUNK, cell, escaped } from './copy-text.ts';
import type { TableOf } from './tables.ts';

/**
 * Copies all rows of a table of an index file to the table of the same name in the schema of the connection.
 *
 * @param into a table that this transaction created gets its rows as if they were old: no later transaction needs to
 *   check them, and a list reads an index without the rows
 */
export async function copyRows(
  statements: Statements,
  table: TableOf,
  connection: Connection,
  { into, signal }: { into: 'created' | 'existing'; signal?: AbortSignal | undefined },
): Promise<void> {
  const isLocal = table.name === 'local_root';
  const columns = isLocal ? [...table.columns, 'machine'] : table.columns;
  const target = isLocal ? 'local_root_of' : table.name;
  const ending = isLocal ? `\t${escaped(hostname())}\n` : '\n';
  const sql = `COPY ${target} (${columns.join(', ')}) FROM STDIN${into === 'created' ? ' (FREEZE)' : ''}`;
  await copyIn(connection, sql, chunks(statements, table, ending), signal);
}

/** Rows in the text format of COPY. */
function* chunks(statements: Statements, { name, columns }: TableOf, ending: string): Generator<string> {
  let chunk = '';
  for (const row of statements.prepared(`SELECT ${columns.join(', ')} FROM ${name}`).iterate()) {
    if (typeof row !== 'object' || row === null) throw new RangeError('the database returned no row');
    for (const [index, value] of Object.values(row).entries()) chunk += (index === 0 ? '' : '\t') + cell(value);
    chunk += ending;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
