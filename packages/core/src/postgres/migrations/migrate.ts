import { AnalyzerError } from '@analyzer/contracts';
import { LOCKS } from '../advisory-locks.ts';
import type { Connection } from '../connect.ts';
import { GENERATIONS } from './0001-generations.ts';
import { EVENTS } from './0002-events.ts';
import { QUEUE } from './0003-queue.ts';
import { COPIES } from './0004-copies.ts';
import { FINISHED_JOBS } from './0005-finished-jobs.ts';
import { PUBLICATIONS } from './0006-publications.ts';
import { SNAPSHOTS } from './0007-snapshots.ts';
import { NO_COPIES } from './0008-no-copies.ts';
import { ROW_SCHEMAS } from './0009-row-schemas.ts';
import type { Migration } from './migration.ts';

/** In their order. */
export const MIGRATIONS: readonly Migration[] = [
  GENERATIONS,
  EVENTS,
  QUEUE,
  COPIES,
  FINISHED_JOBS,
  PUBLICATIONS,
  SNAPSHOTS,
  NO_COPIES,
  ROW_SCHEMAS,
];

const FIRST = `
  CREATE SCHEMA IF NOT EXISTS analyzer;
  CREATE TABLE IF NOT EXISTS analyzer.migration (
    number     integer PRIMARY KEY,
    name       text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`;

/**
 * Brings the tables of this program to the newest version; a database that has it is only read. Programs that do this
 * at once wait for each other.
 *
 * @throws AnalyzerError `unusable_index` if a newer version of this program changed the database; others of the
 *   connection
 */
export async function migrate(connection: Connection, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  if ((await appliedMigrations(connection)) === migrations.length) return;
  await connection.transaction(async () => {
    await connection.query('SELECT pg_advisory_xact_lock($1, 0)', [LOCKS.migration]);
    await connection.query(FIRST);
    const applied = await appliedMigrations(connection);
    requireKnown(connection, applied, migrations);
    for (const { number, name, sql } of migrations.slice(applied)) {
      await connection.query(sql);
      await connection.query('INSERT INTO analyzer.migration (number, name) VALUES ($1, $2)', [number, name]);
    }
  });
}

/** Number of applied migrations; 0 for a database without the table. */
async function appliedMigrations(connection: Connection): Promise<number> {
  const [table] = await connection.query<{ found: boolean }>(
    "SELECT to_regclass('analyzer.migration') IS NOT NULL AS found",
  );
  if (table?.found !== true) return 0;
  const [row] = await connection.query<{ last: number }>(
    'SELECT coalesce(max(number), 0)::integer AS last FROM analyzer.migration',
  );
  return row?.last ?? 0;
}

function requireKnown({ server }: Connection, applied: number, migrations: readonly Migration[]): void {
  if (applied > migrations.length) throw newerDatabase(server, applied);
}

export function newerDatabase(server: string, applied: number): AnalyzerError {
  return new AnalyzerError(
    'unusable_index',
    { path: server, reason: `a newer version of this program has changed it (migration ${applied})` },
    { hint: 'Update this program.' },
  );
}
