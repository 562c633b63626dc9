import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { type Database, openDatabase } from '#index/sqlite/driver.ts';
import { ORDERS, REPEATED, STEPS } from '../blocks/step-tables.ts';
import { fileBuffer } from '../parquet/file-buffer.ts';
import { readRows } from '../parquet/read-rows.ts';
import type { TableColumns } from '../parquet/table.ts';
import { TableWriter } from '../parquet/table-writer.ts';
import { TABLES } from '../parquet/tables.ts';
import { DUCKDB } from '../sql/dialect.ts';
import type { EngineRun } from './engine.ts';

type Row = Record<string, unknown>;

/**
 * An engine in this process: SQLite runs the statements, but it orders no rows, because it would order integers of 64 bits
 * as texts.
 *
 * @param folder the working folder
 * @param isOrdered whether it orders rows at all
 */
export function sqliteRun(folder: string, isOrdered = true): EngineRun {
  return {
    dialect: {
      ...DUCKDB,
      // Several parts.
      rowsOfPart: 50,
      read: (path) => `"${path}"`,
      write: (to, name, query) => JSON.stringify({ to, name, query }),
    },
    run: async (statements) => {
      const database = await openDatabase(':memory:', { readOnly: false });
      try {
        for (const statement of statements) await execute(database, folder, statement, isOrdered);
      } finally {
        database.close();
      }
    },
    failed: (reason) => new Error(`the engine failed: ${reason}`),
  };
}

async function execute(database: Database, folder: string, statement: string, isOrdered: boolean): Promise<void> {
  const { to, name, query }: { to: string; name: string; query: string } = JSON.parse(statement);
  const paths = [...new Set([...query.matchAll(/"([^"]+)"/g)].map(([, path = '']) => path))];
  const path = join(folder, to, `${name}.parquet`);
  const step = /^ordered-(\w+)$/.exec(to)?.[1];
  if (step !== undefined) {
    const rows = await rowsOf(folder, step);
    write(path, columnsOf(step), isOrdered ? ordered(rows, step) : rows);
    return;
  }
  for (const its of paths) load(database, its, await rowsOf(folder, its));
  write(path, REPEATED, database.prepare(query).all().map(asRow));
}

async function rowsOf(folder: string, path: string): Promise<Row[]> {
  if (path.endsWith('.parquet')) return parquetReadObjects({ file: fileBuffer(join(folder, path)), utf8: false });
  const rows: Row[] = [];
  for await (const row of readRows(join(folder, path), Object.keys(columnsOf(path)))) rows.push(row);
  return rows;
}

function asRow(value: unknown): Row {
  if (typeof value !== 'object' || value === null) throw new RangeError('not a row');
  return Object.fromEntries(Object.entries(value));
}

function columnsOf(step: string): TableColumns {
  const all: Readonly<Record<string, TableColumns>> = { ...STEPS, repeated: REPEATED };
  const columns = all[step];
  if (columns === undefined) throw new RangeError(`there is no table ${step}`);
  return columns;
}

function ordered(rows: readonly Row[], step: string): Row[] {
  const all: Readonly<Record<string, readonly string[]>> = ORDERS;
  const names = all[step] ?? [];
  return rows.toSorted((a, b) => {
    const name = names.find((its) => a[its] !== b[its]) ?? '';
    return compare(a[name], b[name]);
  });
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  const [one, other] = [BigInt(String(a ?? 0)), BigInt(String(b ?? 0))];
  return one < other ? -1 : Number(one > other);
}

/** Integers of 64 bits are texts, which are equal if and only if these are. */
function load(database: Database, path: string, rows: readonly Row[]): void {
  const names = Object.keys(path.endsWith('.parquet') ? TABLES.block_starts : columnsOf(path));
  database.exec(`DROP TABLE IF EXISTS "${path}"; CREATE TABLE "${path}" (${names.join(', ')})`);
  const insert = database.prepare(`INSERT INTO "${path}" VALUES (${names.map(() => '?').join(', ')})`);
  for (const row of rows) {
    insert.run(...names.map((name) => (typeof row[name] === 'number' ? row[name] : String(row[name]))));
  }
}

function write(path: string, columns: TableColumns, rows: readonly Row[]): void {
  const table = new TableWriter(path, columns, {});
  for (const row of rows) {
    const cells = Object.entries(columns).map(([name, type]) => {
      const value = String(row[name]);
      if (type === 'int64') return [name, BigInt(value)] as const;
      return [name, type === 'int32' ? Number(value) : value] as const;
    });
    table.add(Object.fromEntries(cells));
  }
  table.finish();
}
