import type { Database } from '../sqlite/driver.ts';
import { INDEX_SCHEMA } from './001-index.ts';
import { CALLS_SCHEMA } from './002-calls.ts';

/** In order; the n-th brings an index from version n - 1 to n. What was published is never changed, only added to. */
const MIGRATIONS: readonly string[] = [INDEX_SCHEMA, CALLS_SCHEMA];

/** `user_version` of an index that this program writes and reads. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/**
 * Brings an index to the latest version, or leaves it as it was.
 *
 * @param versionOf gives its `user_version`, 0 for an empty database. It is asked again once nobody else can write: two
 *   processes that make an index at once both find an empty one.
 */
export function migrate(database: Database, versionOf: (database: Database) => number): void {
  if (versionOf(database) >= SCHEMA_VERSION) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    for (const migration of MIGRATIONS.slice(versionOf(database))) database.exec(migration);
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
