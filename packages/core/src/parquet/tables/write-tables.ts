import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectPart } from '#index/kept/parts-of-index.ts';
import { PART_VERSIONS } from '#index/part/part-versions.ts';
import type { Row, Snapshot } from '#index/port.ts';
import { type IndexTable, STORED_TABLES, TABLES_VERSION, type TableColumn } from '#index/stored/stored-tables.ts';
import { pause } from '#tree/pause.ts';
import { TableWriter, type WrittenTable } from '../rows/table-writer.ts';
import { columnsOf, FOLDER, LIST, LIST_COLUMNS, PARTS, ROWS_OF_GROUP } from './stored-tables.ts';
import { writeParts } from './write-parts.ts';

/** A row group also ends after so many bytes of texts and blobs. */
const BYTES_OF_GROUP = 4 * 1024 * 1024;
const ROWS_BETWEEN_PAUSES = 4096;

type Metadata = Readonly<Record<string, string>>;

export interface ExportContext {
  /** Of all projects by label, if several exports are imported as one index. */
  parts?: AsyncIterable<ProjectPart> | undefined;
  signal: AbortSignal;
}

/**
 * Writes all tables of an index, from which `import-tables.ts` makes an index again, and their list.
 *
 * @param folder of an export
 * @throws AnalyzerError `cancelled`
 */
export async function writeTables(
  snapshot: Snapshot,
  folder: string,
  metadata: Metadata,
  { parts, signal }: ExportContext,
): Promise<void> {
  mkdirSync(join(folder, FOLDER));
  const versions = {
    ...metadata,
    'analyzer.index_version': String(TABLES_VERSION),
    'analyzer.part_versions': PART_VERSIONS,
  };
  const list = new TableWriter(join(folder, LIST), LIST_COLUMNS, versions);
  try {
    const add = (table: string, { rows, bytes, sha256 }: WrittenTable) => {
      list.add({ table, rows: BigInt(rows), bytes: BigInt(bytes), sha256 });
    };
    for (const table of STORED_TABLES) {
      add(table.name, await writeTable(snapshot, table, join(folder, FOLDER), versions, signal));
    }
    if (parts !== undefined) add(PARTS, await writeParts(parts, join(folder, FOLDER), versions, signal));
    list.finish();
  } finally {
    list.close();
  }
}

async function writeTable(
  snapshot: Snapshot,
  table: IndexTable,
  folder: string,
  metadata: Metadata,
  signal: AbortSignal,
): Promise<WrittenTable> {
  const { name, columns, key } = table;
  const writer = new TableWriter(join(folder, `${name}.parquet`), columnsOf(table), metadata, false);
  const quoted = (names: readonly string[]) => names.map((its) => `"${its}"`).join(', ');
  const sql = `SELECT ${quoted(columns.map((column) => column.name))} FROM "${name}" ORDER BY ${quoted(key)}`;
  try {
    let [read, size] = [0, 0];
    for (const cells of snapshot.iterate(sql, [], (row) => columns.map((column) => cellOf(row, column)))) {
      writer.add(Object.fromEntries(columns.map((column, at) => [column.name, cells[at] ?? null])));
      for (const cell of cells) if (cell !== null && typeof cell !== 'number') size += cell.length;
      if (writer.open >= ROWS_OF_GROUP || size >= BYTES_OF_GROUP) {
        writer.endRowGroup();
        size = 0;
      }
      if (++read % ROWS_BETWEEN_PAUSES === 0) await pause(signal);
    }
    return writer.finish();
  } finally {
    writer.close();
  }
}

function cellOf(row: Row, { name, type }: TableColumn): number | string | Uint8Array | null {
  if (type === 'INTEGER') return row.optionalInteger(name) ?? null;
  return (type === 'TEXT' ? row.optionalText(name) : row.optionalBytes(name)) ?? null;
}
