import { pause } from '#tree/pause.ts';
import type { Value } from '../port.ts';
import { verifyRoot } from '../root/stored-root.ts';
import { INDEXES } from '../schema/indexes.ts';
import type { Database } from '../sqlite/driver.ts';
import { isRefusedRow } from '../sqlite/failure.ts';
import { Statements } from '../sqlite/statements.ts';
import { type ReplaceContext, replaceIndex } from '../write/replace-index.ts';
import { Table } from '../write/table.ts';
import { type IndexTable, STORED_TABLES } from './stored-tables.ts';

/** The content of an index, as something other than an index stores it. */
export interface StoredIndex {
  /** Of the snapshot that the rows must have. */
  snapshotId: string;
  root: string;
  /** All rows of a table by its primary key, some at a time, with a cell for each column in their order. */
  rows(table: IndexTable): AsyncIterable<readonly Value[][]>;
}

export interface RestoreContext extends ReplaceContext {
  /** Called before the earlier index is replaced; throws if the folder of the index was replaced. */
  requireUnchanged?: (() => void) | undefined;
}

/** Rows that are not those of an index. */
export class NoIndexRows extends Error {
  /** The table that cannot have a row; undefined if the tables contradict each other. */
  readonly table: string | undefined;

  constructor(table: string | undefined, message: string, cause?: unknown) {
    super(message, { cause });
    this.table = table;
  }
}

/**
 * Writes an index from its stored rows, and replaces the earlier one as `replaceIndex` does.
 *
 * @param db path of the index, as the user wrote it
 * @throws NoIndexRows; AnalyzerError as `replaceIndex`; errors of `rows`
 */
export async function restoreIndex(db: string, stored: StoredIndex, context: RestoreContext): Promise<void> {
  await replaceIndex(db, context, async (database) => {
    await writeTables(database, stored, context);
    context.requireUnchanged?.();
    return { id: stored.snapshotId, stays: false };
  });
}

async function writeTables(database: Database, stored: StoredIndex, { signal }: RestoreContext): Promise<void> {
  const statements = new Statements(database);
  for (const table of STORED_TABLES) await insertRows(statements, table, stored.rows(table), signal);
  for (const sql of INDEXES) {
    refusing('a key', undefined, () => database.exec(sql));
    await pause(signal);
  }
  requireSame(statements, stored);
  statements.run("INSERT INTO local_run VALUES (1, 'none', ?)", new Date().toISOString());
  // Statistics for the query planner, from a sample of each index.
  database.exec('PRAGMA analysis_limit = 1000; ANALYZE;');
}

const ROWS_BETWEEN_PAUSES = 4096;

async function insertRows(
  statements: Statements,
  { name, columns }: IndexTable,
  rows: AsyncIterable<readonly Value[][]>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const table = new Table(
    statements,
    name,
    columns.map((column) => column.name),
  );
  let inserted = 0;
  for await (const group of rows) {
    for (const cells of group) {
      refusing(`a row of ${name}`, name, () => table.insertCells(cells));
      if (++inserted % ROWS_BETWEEN_PAUSES === 0) await pause(signal);
    }
  }
  refusing(`a row of ${name}`, name, () => statements.finish());
}

function refusing(what: string, table: string | undefined, insert: () => void): void {
  try {
    insert();
  } catch (error) {
    throw isRefusedRow(error) ? new NoIndexRows(table, `no index can have ${what}`, error) : error;
  }
}

function requireSame(statements: Statements, { snapshotId, root }: StoredIndex): void {
  const id = statements.first('SELECT snapshot_id FROM snapshot', [], (row) => row.text('snapshot_id'));
  if (id !== snapshotId) throw new NoIndexRows(undefined, 'its snapshot id is not that of the tables');
  const verified = verifyRoot(statements);
  if (verified.root === root && verified.computed === root && verified.ranges.length === 0) return;
  throw new NoIndexRows(undefined, `its root is ${root}, that of the tables ${verified.computed}`);
}
