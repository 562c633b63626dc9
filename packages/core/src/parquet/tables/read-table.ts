import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AnalyzerError } from '@analyzer/contracts';
import type { Value } from '#index/port.ts';
import type { TableColumn } from '#index/stored/stored-tables.ts';
import { unreadable } from '../rows/file-buffer.ts';
import { invalidExport, readMetadata } from '../rows/read-export.ts';
import { readRowGroups } from '../rows/read-rows.ts';
import type { TableColumns } from '../rows/table.ts';
import { columnsOf, ROWS_OF_GROUP } from './stored-tables.ts';
import type { ListedFile, ListedTable } from './table-list.ts';

/**
 * The rows of a table, with one row group in memory, after it is known that the file is the listed one.
 *
 * @throws AnalyzerError `not_found`, `unreadable`, `cancelled`; `invalid_file` for a file that is not the listed one
 */
export async function* readTable(listed: ListedTable, signal: AbortSignal | undefined): AsyncGenerator<Value[][]> {
  const { table, path } = listed;
  for await (const group of readListed(listed, columnsOf(table), signal)) {
    yield group.map((row) => table.columns.map((column) => cellOf(path, row[column.name], column)));
  }
}

/** The row groups of a listed file. @throws AnalyzerError as `readTable` */
export async function* readListed(
  listed: ListedFile,
  columns: TableColumns,
  signal: AbortSignal | undefined,
): AsyncGenerator<Record<string, unknown>[]> {
  const { path, rows } = listed;
  const metadata = await readMetadata(path, columns);
  await requireListed(listed, signal);
  if (Number(metadata.num_rows) !== rows) throw invalidExport(path, `${metadata.num_rows} rows, not ${rows} as listed`);
  if (metadata.row_groups.some(({ num_rows }) => Number(num_rows) > ROWS_OF_GROUP)) {
    throw invalidExport(path, `a row group has more than ${ROWS_OF_GROUP} rows`);
  }
  const groups = readRowGroups(path, Object.keys(columns));
  for (;;) {
    const group = await groups.next().catch((error: unknown) => {
      throw error instanceof AnalyzerError ? error : invalidExport(path, 'it is damaged', error);
    });
    if (group.done === true) return;
    yield group.value;
  }
}

/** @throws AnalyzerError unless the file has the listed length and digest */
export async function requireListed(
  { path, bytes, sha256 }: ListedFile,
  signal: AbortSignal | undefined,
): Promise<void> {
  const hash = createHash('sha256');
  let length = 0;
  try {
    await pipeline(
      createReadStream(path, { highWaterMark: 1024 * 1024 }),
      async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) {
          hash.update(chunk);
          length += chunk.length;
        }
      },
      signal === undefined ? {} : { signal },
    );
  } catch (cause) {
    signal?.throwIfAborted();
    throw unreadable(path, cause);
  }
  if (length !== bytes)
    throw invalidExport(path, `${length} bytes, not ${bytes} as listed: it is cut off or exchanged`);
  if (hash.digest().equals(sha256)) return;
  throw invalidExport(path, 'its SHA-256 is not the listed one: it is damaged or exchanged');
}

function cellOf(path: string, value: unknown, { name, type }: TableColumn): Value {
  if (value === null || value === undefined) return null;
  if (type === 'INTEGER' && Number.isSafeInteger(Number(value))) return Number(value);
  if (type === 'TEXT' && typeof value === 'string') return value;
  if (type === 'BLOB' && value instanceof Uint8Array) return value;
  throw invalidExport(path, `a value of the column ${name} has another type`);
}
