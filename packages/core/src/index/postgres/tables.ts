import { INDEXES } from '../schema/indexes.ts';
import { INDEX_TABLES } from '../schema/table-columns.ts';
import { TABLES } from '../schema/tables.ts';
import { FUNCTIONS } from './functions.ts';

/** A table with its columns in order. */
export interface TableOf {
  name: string;
  columns: string[];
}

/** Texts of files can be longer than a key of an index of PostgreSQL: these tables have no key, or an index below. */
const WITHOUT_KEY = ['name', 'project', 'package', 'manifest'];

const COMMENT = /--.*$/gm;
const TABLE = /CREATE TABLE (\w+) \(([^;]*)\) STRICT(?:, WITHOUT ROWID)?;/g;

const WITHOUT_COMMENTS = TABLES.replace(COMMENT, '');

/** The tables of an index, translated from `schema/tables.ts`: strings are ordered by bytes in both. */
export const POSTGRES_TABLES: string = WITHOUT_COMMENTS.replace(TABLE, (_, name: string, columns: string) => {
  const own = name === 'local_root' ? withMachine(columns) : columns;
  const keyed = WITHOUT_KEY.includes(name) ? withoutTextKeys(own) : own;
  return `CREATE TABLE ${name === 'local_root' ? 'local_root_of' : name} (${typed(keyed)});`;
})
  .concat(FUNCTIONS)
  .concat(`
  -- Paths are valid on the machine that indexed only.
  CREATE VIEW local_root AS
  SELECT project_id, root FROM local_root_of WHERE machine = current_setting('analyzer.machine', true);
`);

/** All tables that are copied. */
export const COPIED_TABLES: readonly TableOf[] = INDEX_TABLES.map(({ name, columns }) => ({
  name,
  columns: columns.map((column) => column.name),
}));

/** Indexes of an index file that differ here. */
const OWN_INDEXES = /\b(file_by_path|node_by_name)\b/;

/** Indexes whose keys all have a limited length. */
export const FIXED_INDEXES: readonly string[] = [
  ...INDEXES.filter((sql) => !OWN_INDEXES.test(sql)),
  // An index of SQLite has the row's id after the key.
  `CREATE INDEX node_by_name ON node (name_id, id) INCLUDE (kind, language_id, exported, classes, file_id)
  WHERE name_id IS NOT NULL`,
];

/** Indexes with a text. If one is too long for a key, an index over hashes of the text serves equality only. */
export const TEXT_INDEXES: readonly { table: string; text: string; sql: string }[] = [
  { table: 'file', text: 'path', sql: 'CREATE UNIQUE INDEX file_by_path ON file (project_id, path)' },
  { table: 'name', text: 'text', sql: 'CREATE UNIQUE INDEX name_by_text ON name (text)' },
  { table: 'project', text: 'label', sql: 'CREATE UNIQUE INDEX project_by_label ON project (label)' },
];

function typed(columns: string): string {
  return columns
    .replace(/\bINTEGER\b/g, 'bigint')
    .replace(/\bTEXT\b/g, 'text COLLATE "C"')
    .replace(/\bBLOB\b/g, 'bytea');
}

function withoutTextKeys(columns: string): string {
  return columns.replace(/ UNIQUE\b/g, '').replace(/,\s*PRIMARY KEY \([^)]*\)/, '');
}

function withMachine(columns: string): string {
  return `${columns.trimEnd()},\n  machine TEXT NOT NULL\n`;
}
