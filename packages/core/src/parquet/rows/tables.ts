/** The tables of an export. `docs/specifications/parquet.md` describes them. */
export const TABLES = {
  projects: {
    project: 'text',
    snapshot_id: 'text',
    options: 'text',
    files: 'int64',
    lines: 'int64',
    functions: 'int64',
  },
  functions: {
    kind: 'text',
    /** The first byte of the fingerprint: engines skip row groups by it. */
    hash_range: 'int32',
    fingerprint: 'hash',
    project: 'text',
    path: 'text',
    start_byte: 'int64',
    end_byte: 'int64',
    start_line: 'int32',
    end_line: 'int32',
    nodes: 'int32',
    name: 'text',
    language: 'text',
    /** With a comma; empty for product code. */
    classes: 'text',
  },
} as const;

export type TableName = keyof typeof TABLES;

export const TABLE_NAMES = ['projects', 'functions'] as const satisfies readonly TableName[];

/** File of a table in the folder of an export. */
export function fileOf(table: TableName): string {
  return `${table}.parquet`;
}
