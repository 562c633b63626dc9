/** Where a declaration is, and what: columns that several tables have. */
const DECLARATION = {
  project: 'text',
  path: 'text',
  start_byte: 'int64',
  end_byte: 'int64',
  start_line: 'int32',
  end_line: 'int32',
  nodes: 'int32',
  name: 'text',
  language: 'text',
  classes: 'text',
} as const;

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
    ...DECLARATION,
  },
  near_units: {
    /** Number of the row. */
    unit: 'int64',
    hash_range: 'int32',
    fingerprint: 'hash',
    ...DECLARATION,
    /** Number of the declaration in its file. */
    declaration: 'int32',
    /** Numbers of the declarations around it, outermost first, with a comma. */
    around: 'text',
    /** Of a function; else zeros. */
    body: 'hash',
    shape: 'hash',
    size: 'int32',
    grams: 'int64s',
  },
  block_starts: {
    kind: 'text',
    hash_range: 'int32',
    /** Hash of the shortest run from the unit that has enough nodes; its first byte is the range. */
    seed: 'int64',
    /** Hash of the unit before it in its sequence; 0 for none. */
    before: 'int64',
    is_first: 'int32',
    /** Number in `block_files`. */
    file: 'int64',
    /** Number of the unit in its file. */
    unit: 'int32',
  },
  block_files: {
    file: 'int64',
    project: 'text',
    path: 'text',
    language: 'text',
    classes: 'text',
  },
} as const;

/** The tables of groups. Engines write their columns with other types of the same values. */
export const GROUP_TABLES = {
  groups: {
    kind: 'text',
    fingerprint: 'hash',
    group_id: 'text',
    occurrences: 'int64',
    projects: 'int64',
    nodes: 'int32',
    score: 'int64',
    project: 'text',
    path: 'text',
    start_byte: 'int64',
  },
  members: {
    kind: 'text',
    fingerprint: 'hash',
    group_id: 'text',
    ...DECLARATION,
    /** To the first occurrence of a `near` group, in thousandths; else 0. */
    similarity: 'int32',
  },
} as const;

export type TableName = keyof typeof TABLES;

export const TABLE_NAMES = ['projects', 'functions', 'near_units'] as const satisfies readonly TableName[];

/** Tables for groups of blocks, which exports of earlier versions do not have. */
export const BLOCK_TABLE_NAMES = ['block_starts', 'block_files'] as const satisfies readonly TableName[];
export type BlockTableName = (typeof BLOCK_TABLE_NAMES)[number];

/** Metadata of `block_starts`: the least number of nodes of a kind that the index has. */
export const MIN_NODES = {
  block: 'analyzer.min_block_nodes',
  'block-shape': 'analyzer.min_block_shape_nodes',
} as const;

/** File of a table in the folder of an export. */
export function fileOf(table: TableName): string {
  return `${table}.parquet`;
}

/** Version of the tables of groups. */
export const GROUP_FORMAT = '1';
