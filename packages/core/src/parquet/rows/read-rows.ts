import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { fileBuffer } from './file-buffer.ts';

/** The default one removes a byte order mark, which can be the first character of a path. */
const PARSERS = { stringFromBytes: (bytes: Uint8Array) => Buffer.from(bytes).toString() };

/** The rows of the Parquet files in a folder by their names, with one row group in memory. */
export async function* readRows(folder: string, columns: string[]): AsyncGenerator<Record<string, unknown>> {
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.parquet')) continue;
    for await (const rows of readRowGroups(join(folder, name), columns)) yield* rows;
  }
}

/** The rows of a Parquet file, one row group after another. */
export async function* readRowGroups(path: string, columns: string[]): AsyncGenerator<Record<string, unknown>[]> {
  const file = fileBuffer(path);
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const { num_rows } of metadata.row_groups) {
    // Reading is synchronous: signals are handled here.
    await setImmediate();
    const rowEnd = rowStart + Number(num_rows);
    yield await parquetReadObjects({ file, metadata, columns, rowStart, rowEnd, utf8: false, parsers: PARSERS });
    rowStart = rowEnd;
  }
}
