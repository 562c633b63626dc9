import type { SchemaElement } from 'hyparquet';

/** How a column is stored. One whose name ends with `?` may have nulls. */
export const TYPES = {
  /** UTF-8. */
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  /** A SHA-256. */
  hash: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 32 },
  int32: { type: 'INT32' },
  /** Written as bigint. */
  int64: { type: 'INT64' },
  /** An integer of up to 53 bits, as the difference from the one before. */
  whole: { type: 'INT64' },
  bytes: { type: 'BYTE_ARRAY' },
  'text?': { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  'whole?': { type: 'INT64' },
  'bytes?': { type: 'BYTE_ARRAY' },
} as const satisfies Record<string, Partial<SchemaElement>>;

export type ColumnType = keyof typeof TYPES;

/** The columns of a table in their order. */
export type TableColumns = Readonly<Record<string, ColumnType>>;

interface CellOf {
  text: string;
  hash: Uint8Array;
  int32: number;
  int64: bigint;
  whole: number;
  bytes: Uint8Array;
  'text?': string | null;
  'whole?': number | null;
  'bytes?': Uint8Array | null;
}

/** A row of a table. */
export type TableRow<Columns extends TableColumns> = { [Name in keyof Columns]: CellOf[Columns[Name]] };

export function schemaOf(columns: TableColumns): SchemaElement[] {
  const elements = Object.entries(columns).map(
    ([name, type]): SchemaElement => ({
      name,
      repetition_type: type.endsWith('?') ? 'OPTIONAL' : 'REQUIRED',
      ...TYPES[type],
    }),
  );
  return [{ name: 'root', num_children: Object.keys(columns).length }, ...elements];
}
