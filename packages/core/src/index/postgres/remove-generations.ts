import { LOCKS } from '#postgres/advisory-locks.ts';
import type { Connection } from '#postgres/connect.ts';
import { LAST_GENERATION, SHARED, SHARED_PREFIX, schemaOf } from './generation.ts';
import { SHARED_TABLES } from './shared-tables.ts';

/** Which generations stay on a server besides the current one: the newest, and those that are younger. */
export interface Retention {
  /** At least 1. */
  newest: number;
  /** Days since it was published. */
  days: number;
}

const DEFAULT: Retention = { newest: 1, days: 0 };

const OTHERS = `
  SELECT number FROM analyzer.generation WHERE number NOT IN (
    SELECT generation FROM analyzer.current
    UNION (SELECT number FROM analyzer.generation ORDER BY number DESC LIMIT $1)
  ) AND started_at < now() - make_interval(days => $2)
  ORDER BY number`;

/**
 * Removes generations except the current one, those that stay and those that a reader has open; these are removed by a later
 * publication.
 */
export async function removeGenerations(connection: Connection, { newest, days } = DEFAULT): Promise<void> {
  let removed = 0;
  for (const { number } of await connection.query<{ number: number }>(OTHERS, [newest, days])) {
    await connection.transaction(async () => {
      const sql = 'SELECT pg_try_advisory_xact_lock($1, $2) AS locked';
      const [row] = await connection.query<{ locked: boolean }>(sql, [LOCKS.generation, number]);
      if (row?.locked !== true) return;
      await connection.query(`DROP SCHEMA IF EXISTS ${schemaOf(number)} CASCADE`);
      await connection.query('DELETE FROM analyzer.generation WHERE number = $1', [number]);
      removed++;
    });
  }
  if (removed > 0) await removeRows(connection);
}

/** Rows that are of no generation. A row is of successive ones. */
const ended = (table: string) => `
  DELETE FROM ${SHARED}.${table} WHERE until < ${LAST_GENERATION}
  AND NOT EXISTS (SELECT FROM analyzer.generation WHERE number >= since AND number < until)`;

const OTHER_VERSIONS = `
  SELECT nspname AS name FROM pg_namespace
  WHERE starts_with(nspname, $1) AND NOT EXISTS (
    SELECT FROM analyzer.generation WHERE nspname = rows_schema
  )`;

async function removeRows(connection: Connection): Promise<void> {
  for (const name of ['chunk', ...SHARED_TABLES.map((table) => table.name)]) await connection.query(ended(name));
  for (const { name } of await connection.query<{ name: string }>(OTHER_VERSIONS, [SHARED_PREFIX])) {
    await connection.query(`DROP SCHEMA ${name} CASCADE`);
  }
}
