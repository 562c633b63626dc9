import { INDEXES } from '../schema/indexes.ts';
import { INDEX_TABLES, type IndexTable, type TableColumn } from '../schema/table-columns.ts';
import { FULL_PAGES, LAST_GENERATION, SHARED } from './generation.ts';
import { OTHER_OBJECTS, type TableOf } from './tables.ts';

/** A table with the rows of all generations. */
export interface SharedTable extends TableOf {
  /** As in an index file. */
  source: IndexTable;
  /** Rows are compared in ranges of this column, which is the first of the key. */
  rangeBy: string;
  hasTextRange: boolean;
}

/** The types of columns by their length, which is the order in which they need the least space. */
const TYPES = ['bigint', 'integer', 'smallint', 'text COLLATE "C"', 'bytea'] as const;
type Type = (typeof TYPES)[number];

/** Codes, flags and shares. */
const SMALL = new Set(
  `callback_classes class classes complete conditional contained differ evidence exported grouped is_cut is_shallow kind
  language_id listed match merges name_lossy phase reference references_truncated similarity state status uncommitted`.split(
    /\s+/,
  ),
);
/** Sums over many rows, sizes of files, and ids that have the number of a project in their high bits. */
const LARGE = new Set(
  `copied_lines edge_count.edges edge_count.sites exclusion.id group_count.occurrences lines other_entry.id
  relations_left_out repeated_lines runs_left_out score size`.split(/\s+/),
);

function typeOf(table: string, { name, type }: TableColumn): Type {
  if (type === 'TEXT') return 'text COLLATE "C"';
  if (type === 'BLOB') return 'bytea';
  if (SMALL.has(name)) return 'smallint';
  return LARGE.has(name) || LARGE.has(`${table}.${name}`) ? 'bigint' : 'integer';
}

/** Paths are valid on the machine that indexed only. */
const LOCAL_ROOT = 'local_root';

/** Strings of files can be longer than a key of an index of PostgreSQL: keys of these tables end before them. */
const SHORT_KEY = ['package', 'manifest'];

export const SHARED_TABLES: readonly SharedTable[] = INDEX_TABLES.map((source): SharedTable => {
  const columns = source.columns.map(({ name }) => name);
  const [rangeBy = ''] = source.key;
  const isLocal = source.name === LOCAL_ROOT;
  return {
    source,
    name: isLocal ? 'local_root_of' : source.name,
    columns: isLocal ? [...columns, 'machine'] : columns,
    rangeBy,
    hasTextRange: source.columns.find(({ name }) => name === rangeBy)?.type === 'TEXT',
  };
});

const MACHINE: TableColumn = { name: 'machine', type: 'TEXT', isRequired: true };
const GENERATIONS = `since integer NOT NULL, until integer NOT NULL DEFAULT ${LAST_GENERATION}`;

export function definedColumns({ source, columns }: SharedTable): TableColumn[] {
  return columns.map((name) => source.columns.find((its) => its.name === name) ?? MACHINE);
}

function columnsOf(table: SharedTable): string {
  const defined = definedColumns(table).map((column): [Type, string] => {
    const type = typeOf(table.source.name, column);
    return [type, `${column.name} ${type}${column.isRequired ? ' NOT NULL' : ''}`];
  });
  const all: [Type, string][] = [...defined, ['integer', GENERATIONS]];
  return all
    .sort(([a], [b]) => TYPES.indexOf(a) - TYPES.indexOf(b))
    .map(([, sql]) => sql)
    .join(', ');
}

/** Blocks are compressed already. */
function storageOf({ name, source }: SharedTable): string {
  const hasBlocks = source.columns.some((column) => column.name === 'data' && column.type === 'BLOB');
  return hasBlocks ? `ALTER TABLE ${SHARED}.${name} ALTER COLUMN data SET STORAGE EXTERNAL;` : '';
}

/**
 * Tables of the rows of all generations of this schema version: a row is of the generations from `since` to before
 * `until`. `chunk` has a digest for each range of rows, whose generations are those of its rows.
 */
export const CREATE_SHARED = `
  CREATE SCHEMA ${SHARED};
  CREATE TABLE ${SHARED}.chunk (
    ${GENERATIONS}, table_name text NOT NULL, chunk text COLLATE "C" NOT NULL, digest bytea NOT NULL,
    PRIMARY KEY (table_name, chunk, since)
  );
  ${SHARED_TABLES.map(
    (table) => `CREATE TABLE ${SHARED}.${table.name} (
      ${columnsOf(table)}
    );
    ${storageOf(table)}`,
  ).join('\n')}`;

/** The tables of a generation, in its schema: the views of its rows, and views and functions over them. */
export function createViews(generation: number): string {
  const views = SHARED_TABLES.map(
    ({ name, columns }) => `CREATE VIEW ${name} AS SELECT ${columns.join(', ')} FROM ${SHARED}.${name}
    WHERE since <= ${generation} AND until > ${generation};`,
  );
  return [...views, OTHER_OBJECTS].join('\n');
}

/** Indexes that are not as in an index file, or that the tables with totals replace. */
const OWN_INDEXES = /\b(file_by_path|node_by_name|group_by_occurrences|group_by_nodes)\b/;
const KEYS = /CREATE (?:UNIQUE )?INDEX (\w+) ON (\w+) \(([^)]*?)\s*\)/;

/** Of these keys, `since` would need eight bytes more in each entry of an index. */
const WITHOUT_SINCE = /^(\w+|from_id, kind, to_id)$/;

/** The columns of a generation follow the keys, so that an index finds the rows of the newest one without reading others. */
function keysOf(columns: string): string {
  return `(${columns}, until${WITHOUT_SINCE.test(columns) ? '' : ', since'}) ${FULL_PAGES}`;
}

function ofGenerations(sql: string): string {
  return sql.replace(KEYS, (_, name: string, table: string, columns: string) => {
    return `CREATE INDEX ${name} ON ${SHARED}.${table} ${keysOf(columns)}`;
  });
}

/** Indexes whose keys all have a limited length. */
export const SHARED_INDEXES: readonly string[] = [
  ...SHARED_TABLES.flatMap(({ name, source }) => {
    const key = SHORT_KEY.includes(name) ? source.key.slice(0, 1) : source.key;
    return [
      `CREATE INDEX ${name}_rows ON ${SHARED}.${name} ${keysOf(key.join(', '))}`,
      `CREATE INDEX ${name}_ended ON ${SHARED}.${name} (until) WHERE until < ${LAST_GENERATION}`,
    ];
  }),
  ...INDEXES.filter((sql) => !OWN_INDEXES.test(sql)).map(ofGenerations),
  // An index of SQLite has the row's id after the key.
  `CREATE INDEX node_by_name ON ${SHARED}.node (name_id, id, until, since)
  INCLUDE (kind, language_id, exported, classes, file_id) ${FULL_PAGES} WHERE name_id IS NOT NULL`,
  // Without it, filters of the list of nodes are estimated to leave almost no row.
  `CREATE STATISTICS ${SHARED}.node_language ON (coalesce(language_id, 0)) FROM ${SHARED}.node`,
];

/** Whether the tables are those of this version. */
export const FIND_SHARED = `SELECT to_regclass('${SHARED}.chunk') IS NOT NULL AS found`;
