import type { Database } from '../sqlite/driver.ts';
import { Statements } from '../sqlite/statements.ts';

const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

/** Empties every table of the index; nothing is gone before the transaction is committed. */
export function clear(database: Database): void {
  for (const name of new Statements(database).all(TABLES, [], (row) => row.text('name'))) {
    // Without a condition SQLite frees whole pages and reads no row.
    database.exec(`DELETE FROM "${name}"`);
  }
  forgetStatistics(database);
}

const STATISTICS = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'sqlite\\_stat%' ESCAPE '\\'";

/**
 * Forgets what the planner knew of the rows that were there: led by those of a small project it goes through all rows
 * of a large one again and again. Without any it takes what the schema and the statements suggest.
 */
function forgetStatistics(database: Database): void {
  for (const name of new Statements(database).all(STATISTICS, [], (row) => row.text('name'))) {
    database.exec(`DELETE FROM "${name}"`);
  }
  // Reads them again, and gathers none.
  database.exec('ANALYZE sqlite_schema');
}

const INDEXES = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name";

/**
 * Takes the indexes away while rows are written: sorting all keys at the end costs less than putting each in its place.
 *
 * @returns the statements that make them again
 */
export function dropIndexes(database: Database): string[] {
  const indexes = new Statements(database).all(INDEXES, [], (row) => ({
    name: row.text('name'),
    sql: row.text('sql'),
  }));
  for (const { name } of indexes) database.exec(`DROP INDEX "${name}"`);
  return indexes.map(({ sql }) => sql);
}
