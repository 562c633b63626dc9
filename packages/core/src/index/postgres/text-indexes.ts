import type { Connection } from '#postgres/connect.ts';
import type { Statements } from '../sqlite/statements.ts';
import { FULL_PAGES, SHARED } from './generation.ts';
import { trigramClass } from './trigrams.ts';

/** A key of an index of PostgreSQL has at most a third of a page, 2,704 bytes. */
const MAX_KEY_LENGTH = 2_000;

interface TextColumn {
  table: string;
  text: string;
  /** Indexes over the text, which a text that is too long for a key excludes. */
  ordered: Readonly<Record<string, string>>;
  /** Indexes over its trigrams have no limit. */
  hasParts: boolean;
}

const COLUMNS: readonly TextColumn[] = [
  {
    table: 'file',
    text: 'path',
    ordered: {
      file_by_path: '(project_id, path, until, since)',
      // A folder of all projects is a range of paths.
      file_by_whole_path: '(path)',
      // Texts with an ending are a range of reversed texts.
      file_by_end: '(reverse(path))',
    },
    hasParts: true,
  },
  {
    table: 'name',
    text: 'text',
    ordered: { name_by_text: '(text, until, since)', name_by_end: '(reverse(text))' },
    hasParts: true,
  },
  { table: 'project', text: 'label', ordered: { project_by_label: '(label, until, since)' }, hasParts: false },
];

/** Creates the indexes over texts of new tables. */
export async function createTextIndexes(connection: Connection, statements: Statements): Promise<void> {
  const parts = await trigramClass(connection);
  for (const column of COLUMNS) {
    const { table, text, ordered, hasParts } = column;
    if (isLong(statements, column)) await connection.query(byHash(column));
    else {
      for (const [name, keys] of Object.entries(ordered)) {
        await connection.query(`CREATE INDEX ${name} ON ${SHARED}.${table} ${keys} ${FULL_PAGES}`);
      }
    }
    if (!hasParts || parts === undefined) continue;
    const keys = `USING gin (${text} ${parts}) WITH (fastupdate = off)`;
    await connection.query(`CREATE INDEX ${table}_by_part ON ${SHARED}.${table} ${keys}`);
  }
}

/** Lets the tables accept the texts of an index file: one that is too long for a key is found by its hash. */
export async function admitTexts(connection: Connection, statements: Statements): Promise<void> {
  for (const column of COLUMNS) {
    if (!isLong(statements, column)) continue;
    const names = Object.keys(column.ordered).map((name) => `${SHARED}.${name}`);
    await connection.query(`DROP INDEX IF EXISTS ${names.join(', ')}`);
    await connection.query(byHash(column));
  }
}

function byHash({ table, text }: TextColumn): string {
  return `CREATE INDEX IF NOT EXISTS ${table}_by_hash ON ${SHARED}.${table} USING hash (${text})`;
}

function isLong(statements: Statements, { table, text }: TextColumn): boolean {
  const sql = `SELECT coalesce(max(length(CAST(${text} AS BLOB))), 0) AS bytes FROM ${table}`;
  return (statements.first(sql, [], (row) => row.integer('bytes')) ?? 0) > MAX_KEY_LENGTH;
}
