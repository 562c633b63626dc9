import { AnalyzerError } from '@analyzer/contracts';
import type { Connection } from '#postgres/connect.ts';
import { SCHEMA_VERSION } from '../schema/released.ts';
import { readError } from '../sqlite/failure.ts';
import type { OpenedIndex } from '../sqlite/open-index.ts';
import { Statements } from '../sqlite/statements.ts';
import { labelsOf, type Removal } from '../write/other-projects.ts';
import { SHARED, schemaOf } from './generation.ts';
import { copyGrants } from './grants.ts';
import { requireProjectsOfServer } from './other-projects.ts';
import { CREATE_SHARED, createViews, FIND_SHARED, SHARED_INDEXES, SHARED_TABLES } from './shared-tables.ts';
import { admitTexts, createTextIndexes } from './text-indexes.ts';
import { createTotals } from './totals.ts';
import { writeChanges } from './write-changes.ts';

export interface GenerationContext extends Removal {
  /** Identifies what the index was made of, for `publishedSnapshot` (`published-snapshot.ts`). */
  content?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface WrittenGeneration {
  number: number;
  snapshotId: string;
  /** Tables with new or ended rows. */
  changed: string[];
}

/** Tables of which a part of this size is new are analyzed again. */
const MANY = 0.1;

/**
 * Writes the rows of an index file that differ from the newest generation, and lets readers open the new one. The caller has
 * opened a transaction, and has the lock of publications.
 *
 * @param path of the file, as the user wrote it
 * @throws AnalyzerError `no_snapshot`, `other_projects`; errors of the file and the server
 */
export async function writeGeneration(
  { database, file }: OpenedIndex,
  path: string,
  connection: Connection,
  { mayRemoveProjects = false, content, signal }: GenerationContext,
): Promise<WrittenGeneration> {
  // It holds each statement: the driver crashes if one is collected while its rows are read.
  const statements = new Statements(database);
  const snapshotId = statements.first('SELECT snapshot_id FROM snapshot', [], (row) => row.text('snapshot_id'));
  if (snapshotId === undefined) throw new AnalyzerError('no_snapshot', { path });
  if (!mayRemoveProjects) await requireProjectsOfServer(connection, labelsOf(statements));
  const number = await newGeneration(connection, snapshotId, content);
  await connection.query(`
    SET LOCAL maintenance_work_mem = '256MB';
    SET LOCAL work_mem = '256MB';
    SET LOCAL enable_seqscan = off`);
  const isFirst = await createShared(connection);
  if (!isFirst) await admitTexts(connection, statements);
  const changed: string[] = [];
  const stale: string[] = [];
  for (const table of SHARED_TABLES) {
    const changes = await writeChanges(statements, table, connection, { number, isFirst, signal }).catch(
      (error: unknown) => {
        throw readError(error, path);
      },
    );
    if (changes.changed > 0) changed.push(table.name);
    if (changes.changed > changes.total * MANY) stale.push(table.name);
  }
  file.requireUnchanged();
  if (isFirst) {
    for (const sql of SHARED_INDEXES) await connection.query(sql);
    await createTextIndexes(connection, statements);
  }
  for (const name of stale) await connection.query(`ANALYZE ${SHARED}.${name}`);
  await connection.query('SET LOCAL enable_seqscan = on');
  const schema = schemaOf(number);
  await connection.query(
    `CREATE SCHEMA ${schema}; SET LOCAL search_path = ${schema}, pg_catalog; ${createViews(number)}`,
  );
  await createTotals(connection);
  await copyGrants(connection, schema);
  signal?.throwIfAborted();
  await connection.query(CURRENT, [number, snapshotId]);
  return { number, snapshotId, changed };
}

async function newGeneration(connection: Connection, snapshotId: string, content: string | undefined): Promise<number> {
  const [row] = await connection.query<{ number: number }>(
    `INSERT INTO analyzer.generation (schema_version, rows_schema, content, snapshot_id)
    VALUES ($1, $2, $3, $4) RETURNING number`,
    [SCHEMA_VERSION, SHARED, content ?? null, snapshotId],
  );
  if (row === undefined) throw new RangeError('the server returned no generation');
  return row.number;
}

/** @returns whether the tables are new */
async function createShared(connection: Connection): Promise<boolean> {
  const [shared] = await connection.query<{ found: boolean }>(FIND_SHARED);
  if (shared?.found === true) return false;
  await connection.query(CREATE_SHARED);
  return true;
}

const CURRENT = `
  INSERT INTO analyzer.current VALUES (1, $1, $2, now())
  ON CONFLICT (id) DO UPDATE
  SET generation = excluded.generation, snapshot_id = excluded.snapshot_id, published_at = excluded.published_at`;
