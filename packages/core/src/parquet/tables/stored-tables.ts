import type { IndexTable, TableColumn } from '#index/stored/stored-tables.ts';
import type { ColumnType, TableColumns } from '../rows/table.ts';

/** Folder of the tables in an export. */
export const FOLDER = 'tables';

/** File in an export that lists its tables. */
export const LIST = 'tables.parquet';

/** Columns of that file. */
export const LIST_COLUMNS = { table: 'text', rows: 'int64', bytes: 'int64', sha256: 'hash' } as const;

/** The table of the parts of projects, from which several exports are made one index. */
export const PARTS = 'project_part';

/** Columns of that file. A part is an SQLite file in pieces, each deflated (RFC 1951). */
export const PARTS_COLUMNS = { project: 'text', piece: 'whole', data: 'bytes' } as const;

/** Bytes of a piece before compression. */
export const PIECE = 1024 * 1024;

/** A row group of a table has no more rows: one is in memory at a time. */
export const ROWS_OF_GROUP = 16_384;

/** Columns of the Parquet file of a table. */
export function columnsOf({ columns }: IndexTable): TableColumns {
  return Object.fromEntries(columns.map((column) => [column.name, typeOf(column)]));
}

const TYPES = {
  INTEGER: ['whole', 'whole?'],
  TEXT: ['text', 'text?'],
  BLOB: ['bytes', 'bytes?'],
} as const satisfies Record<TableColumn['type'], readonly [ColumnType, ColumnType]>;

function typeOf({ type, isRequired }: TableColumn): ColumnType {
  const [required, optional] = TYPES[type];
  return isRequired ? required : optional;
}
