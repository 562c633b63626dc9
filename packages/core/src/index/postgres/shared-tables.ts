import { INDEXES } from '../schema/indexes.ts';
import { INDEX_TABLES, type IndexTable } from '../schema/table-columns.ts';
import { LAST_GENERATION, SHARED } from './generation.ts';
import { OTHER_OBJECTS, type TableOf } from './tables.ts';

/** A table with the rows of all generations. */
export interface SharedTable extends TableOf {
  /** As in an index file. */
  source: IndexTable;
  /** Rows are compared in ranges of this column, which is the first of the key. */
  rangeBy: string;
  hasTextRange: boolean;
}

const TYPES = { INTEGER: 'bigint', TEXT: 'text COLLATE "C"', BLOB: 'bytea' } as const;

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

function columnsOf({ source, columns }: SharedTable): string {
  return columns
    .map((name) => {
      const column = source.columns.find((its) => its.name === name);
      return `${name} ${TYPES[column?.type ?? 'TEXT']}${column?.isRequired === false ? '' : ' NOT NULL'}`;
    })
    .join(', ');
}

/**
 * Tables of the rows of all generations of this schema version: a row is of the generations from `since` to before
 * `until`. `chunk` has a digest for each range of the newest rows.
 */
export const CREATE_SHARED = `
  CREATE SCHEMA ${SHARED};
  CREATE TABLE ${SHARED}.chunk (
    table_name text NOT NULL, chunk text COLLATE "C" NOT NULL, digest text NOT NULL, PRIMARY KEY (table_name, chunk)
  );
  ${SHARED_TABLES.map(
    (table) => `CREATE TABLE ${SHARED}.${table.name} (
      ${columnsOf(table)}, since bigint NOT NULL, until bigint NOT NULL DEFAULT ${LAST_GENERATION}
    );`,
  ).join('\n')}`;

/** The tables of a generation, in its schema: the views of its rows, and views and functions over them. */
export function createViews(generation: number): string {
  const views = SHARED_TABLES.map(
    ({ name, columns }) => `CREATE VIEW ${name} AS SELECT ${columns.join(', ')} FROM ${SHARED}.${name}
    WHERE since <= ${generation} AND until > ${generation};`,
  );
  return [...views, OTHER_OBJECTS].join('\n');
}

/** Indexes that are not as in an index file. */
const OWN_INDEXES = /\b(file_by_path|node_by_name)\b/;
const KEYS = /CREATE (?:UNIQUE )?INDEX (\w+) ON (\w+) \(([^)]*?)\s*\)/;

/** The columns of a generation follow the keys, so that an index finds the rows of one without reading others. */
function ofGenerations(sql: string): string {
  return sql.replace(KEYS, `CREATE INDEX $1 ON ${SHARED}.$2 ($3, until, since)`);
}

/** Indexes whose keys all have a limited length. */
export const SHARED_INDEXES: readonly string[] = [
  ...SHARED_TABLES.flatMap(({ name, source }) => {
    const key = SHORT_KEY.includes(name) ? source.key.slice(0, 1) : source.key;
    return [
      `CREATE INDEX ${name}_rows ON ${SHARED}.${name} (${key.join(', ')}, until, since)`,
      `CREATE INDEX ${name}_ended ON ${SHARED}.${name} (until) WHERE until < ${LAST_GENERATION}`,
    ];
  }),
  ...INDEXES.filter((sql) => !OWN_INDEXES.test(sql)).map(ofGenerations),
  // An index of SQLite has the row's id after the key.
  `CREATE INDEX node_by_name ON ${SHARED}.node (name_id, id, until, since)
  INCLUDE (kind, language_id, exported, classes, file_id) WHERE name_id IS NOT NULL`,
  // Without it, filters of the list of nodes are estimated to leave almost no row.
  `CREATE STATISTICS ${SHARED}.node_language ON (coalesce(language_id, 0)) FROM ${SHARED}.node`,
];

/** Whether the tables are those of this version. */
export const FIND_SHARED = `SELECT to_regclass('${SHARED}.chunk') IS NOT NULL AS found`;
