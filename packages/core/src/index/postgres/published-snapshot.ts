import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { Connection } from '#postgres/connect.ts';
import { migrate } from '#postgres/migrations/migrate.ts';
import type { Row } from '../port.ts';
import { SCHEMA_VERSION } from '../schema/released.ts';
import type { Statements } from '../sqlite/statements.ts';
import { schemaOf } from './generation.ts';

/** Raised when an index of the same projects gets other tables or rows, without a new version of the format or schema. */
export const CONTENT_VERSION = 1;

const PUBLISHED = `
  SELECT generation, current.snapshot_id FROM analyzer.current JOIN analyzer.generation ON number = generation
  WHERE content = $1 AND schema_version = $2`;

/**
 * Finds out whether the current generation of a server was made of some content.
 *
 * @returns its snapshot id; undefined if it was made of something else, or its tables are missing
 * @throws AnalyzerError errors of the server
 */
export async function publishedSnapshot(url: string, content: string): Promise<string | undefined> {
  const connection = await Connection.open(url);
  try {
    await migrate(connection);
    return await snapshotOfContent(connection, content);
  } finally {
    await connection.close();
  }
}

/** The same on an open connection. */
export async function snapshotOfContent(connection: Connection, content: string): Promise<string | undefined> {
  type Current = { generation: number; snapshot_id: string };
  const [current] = await connection.query<Current>(PUBLISHED, [content, SCHEMA_VERSION]);
  if (current === undefined) return undefined;
  const sql = 'SELECT to_regclass($1) IS NOT NULL AS found';
  const [snapshot] = await connection.query<{ found: boolean }>(sql, [`${schemaOf(current.generation)}.snapshot`]);
  return snapshot?.found === true ? current.snapshot_id : undefined;
}

const STATE = `
  SELECT json_array(
    snapshot_id, root, lines, repeated_lines, copied_lines, runs_left_out, relations_left_out, relations_not_read,
    (SELECT digest FROM history), (SELECT engine FROM local_run),
    (SELECT json_group_array(json_array(project_id, root) ORDER BY project_id) FROM local_root)
  ) AS state FROM snapshot`;

/**
 * Identifies the answers of an index file and the folders of its projects on this machine, 64 hex; not when it was written.
 *
 * @returns undefined for a file without a snapshot
 */
export function contentOfFile(statements: Statements): string | undefined {
  const state = statements.first(STATE, [], (row: Row) => row.text('state'));
  if (state === undefined) return undefined;
  const content = ['analyzer.file', CONTENT_VERSION, SCHEMA_VERSION, hostname(), state];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
