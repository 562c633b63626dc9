import { setTimeout } from 'node:timers/promises';
import { AnalyzerError } from '@analyzer/contracts';
import { LOCKS } from '#postgres/advisory-locks.ts';
import { Connection } from '#postgres/connect.ts';
import { migrate } from '#postgres/migrations/migrate.ts';
import { SCHEMA_VERSION } from '../schema/released.ts';
import { readError } from '../sqlite/failure.ts';
import { type OpenedIndex, openToRead } from '../sqlite/open-index.ts';
import { Statements } from '../sqlite/statements.ts';
import type { Waiting } from '../write/index-lock.ts';
import { labelsOf, type Removal } from '../write/other-projects.ts';
import { copyRows } from './copy-rows.ts';
import { schemaOf } from './generation.ts';
import { requireProjectsOfServer } from './other-projects.ts';
import { COPIED_TABLES, FIXED_INDEXES, POSTGRES_TABLES, TEXT_INDEXES } from './tables.ts';
import { createTotals, vacuumTotals } from './totals.ts';
import { createTrigrams, enableTrigrams } from './trigrams.ts';

const RETRY_MS = 200;
/** A key of an index of PostgreSQL has at most a third of a page, 2,704 bytes. */
const MAX_KEY_LENGTH = 2_000;

interface PublishContext extends Waiting, Removal {
  /** Identifies what the index was made of, for `publishedSnapshot` (`published-snapshot.ts`). */
  content?: string;
}

/**
 * Publishes an index file as the new generation on a server. All of it is one transaction: readers see the earlier
 * generation until its end, and nothing remains of a publication that fails or is killed.
 *
 * @param path of the index file, as the user wrote it
 * @returns the snapshot id
 * @throws AnalyzerError those of `openIndex`; `other_projects`; `busy` when another program publishes for longer than the
 *   patience; `unavailable`, `usage` for a server that allows only reading
 */
export async function publishIndex(path: string, url: string, context: PublishContext): Promise<string> {
  const index = await openToRead(path, { signal: context.signal });
  try {
    const connection = await Connection.open(url);
    try {
      await migrate(connection);
      await lockPublication(connection, context);
      await enableTrigrams(connection);
      const published = await connection.transaction(() => writeGeneration(index, path, connection, context));
      await vacuumTotals(connection, schemaOf(published.generation));
      await removeUnused(connection, published.generation);
      return published.snapshotId;
    } finally {
      await connection.close();
    }
  } finally {
    index.database.close();
    index.file.close();
  }
}

/**
 * Creates or updates the tables of this program, which also shows that the server can be used, and that it has no index
 * that a publication would refuse to replace.
 *
 * @param labels of the projects of the new index
 * @throws AnalyzerError as `publishIndex`
 */
export async function prepareServer(
  url: string,
  labels: readonly string[],
  { mayRemoveProjects = false }: Removal,
): Promise<void> {
  const connection = await Connection.open(url);
  try {
    await migrate(connection);
    if (!mayRemoveProjects) await requireProjectsOfServer(connection, labels);
  } finally {
    await connection.close();
  }
}

/** The lock ends with the connection. */
async function lockPublication(connection: Connection, { patienceMs, onWaiting, signal }: Waiting): Promise<void> {
  const started = performance.now();
  for (let tries = 0; ; tries++) {
    const sql = 'SELECT pg_try_advisory_lock($1, 0) AS locked';
    const [row] = await connection.query<{ locked: boolean }>(sql, [LOCKS.publication]);
    if (row?.locked === true) return;
    if (performance.now() - started >= patienceMs) {
      throw new AnalyzerError(
        'busy',
        { problem: `another process is writing the index ${connection.server}` },
        { hint: 'Try again later.' },
      );
    }
    if (tries === 0) onWaiting?.();
    await setTimeout(RETRY_MS, undefined, signal === undefined ? {} : { signal });
  }
}

interface Published {
  generation: number;
  snapshotId: string;
}

async function writeGeneration(
  { database, file }: OpenedIndex,
  path: string,
  connection: Connection,
  { mayRemoveProjects = false, content, signal }: PublishContext,
): Promise<Published> {
  // It holds each statement: the driver crashes if one is collected while its rows are read.
  const statements = new Statements(database);
  const snapshotId = statements.first('SELECT snapshot_id FROM snapshot', [], (row) => row.text('snapshot_id'));
  if (snapshotId === undefined) throw new AnalyzerError('no_snapshot', { path });
  if (!mayRemoveProjects) await requireProjectsOfServer(connection, labelsOf(statements));
  const [row] = await connection.query<{ number: number }>(
    'INSERT INTO analyzer.generation (schema_version, content) VALUES ($1, $2) RETURNING number',
    [SCHEMA_VERSION, content ?? null],
  );
  if (row === undefined) throw new RangeError('the server returned no generation');
  const schema = schemaOf(row.number);
  await connection.query(`
    CREATE SCHEMA ${schema};
    SET LOCAL search_path = ${schema}, pg_catalog;
    SET LOCAL maintenance_work_mem = '256MB';
    SET LOCAL work_mem = '256MB';
    ${POSTGRES_TABLES}`);
  for (const table of COPIED_TABLES) {
    await copyRows(statements, table, connection, { into: 'created', signal }).catch((error: unknown) => {
      throw readError(error, path);
    });
  }
  file.requireUnchanged();
  await createIndexes(connection);
  signal?.throwIfAborted();
  await connection.query(CURRENT, [row.number, snapshotId]);
  return { generation: row.number, snapshotId };
}

const CURRENT = `
  INSERT INTO analyzer.current VALUES (1, $1, $2, now())
  ON CONFLICT (id) DO UPDATE
  SET generation = excluded.generation, snapshot_id = excluded.snapshot_id, published_at = excluded.published_at`;

/** A folder of all projects is a range of paths. */
const PATHS = 'CREATE INDEX file_by_whole_path ON file (path)';

/** Texts with an ending are a range of reversed texts. */
const byEnd = (table: string, text: string) => `CREATE INDEX ${table}_by_end ON ${table} (reverse(${text}))`;

/** Creates all indexes of the generation in the search path, and its statistics. */
export async function createIndexes(connection: Connection): Promise<void> {
  for (const sql of FIXED_INDEXES) await connection.query(sql);
  for (const { table, text, sql } of TEXT_INDEXES) {
    const [longest] = await connection.query<{ bytes: number }>(
      `SELECT coalesce(max(octet_length(${text})), 0) AS bytes FROM ${table}`,
    );
    const isLong = (longest?.bytes ?? 0) > MAX_KEY_LENGTH;
    if (table === 'file' && !isLong) await connection.query(PATHS);
    if (table !== 'project' && !isLong) await connection.query(byEnd(table, text));
    await connection.query(isLong ? `CREATE INDEX ${table}_by_hash ON ${table} USING hash (${text})` : sql);
  }
  await createTrigrams(connection);
  await createTotals(connection);
  // Without it, filters of the list of nodes are estimated to leave almost no row.
  await connection.query('CREATE STATISTICS node_language ON (coalesce(language_id, 0)) FROM node');
  for (const { name } of COPIED_TABLES) if (!name.startsWith('local_')) await connection.query(`ANALYZE ${name}`);
}

/** Removes the generations that no reader has open; those of others are removed by a later publication. */
async function removeUnused(connection: Connection, current: number): Promise<void> {
  const earlier = await connection.query<{ number: number }>(
    'SELECT number FROM analyzer.generation WHERE number <> $1 ORDER BY number',
    [current],
  );
  for (const { number } of earlier) {
    await connection.transaction(async () => {
      const sql = 'SELECT pg_try_advisory_xact_lock($1, $2) AS locked';
      const [row] = await connection.query<{ locked: boolean }>(sql, [LOCKS.generation, number]);
      if (row?.locked !== true) return;
      await connection.query(`DROP SCHEMA IF EXISTS ${schemaOf(number)} CASCADE`);
      await connection.query('DELETE FROM analyzer.generation WHERE number = $1', [number]);
    });
  }
}
