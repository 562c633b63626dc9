import type { Database } from '../sqlite/driver.ts';
import { Statements } from '../sqlite/statements.ts';

const TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

/** Empties every table of the index; nothing is gone before the transaction is committed. */
export function clear(database: Database): void {
  for (const name of new Statements(database).all(TABLES, [], (row) => row.text('name'))) {
    // Without a condition SQLite frees whole pages and reads no row.
    database.exec(`DELETE FROM "${name}"`);
  }
}
