import { Connection } from '#postgres/connect.ts';
import { migrate } from '#postgres/migrations/migrate.ts';
import { SCHEMA_VERSION } from '../schema/released.ts';
import { schemaOf } from './generation.ts';

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
    type Row = { generation: number; snapshot_id: string };
    const [current] = await connection.query<Row>(PUBLISHED, [content, SCHEMA_VERSION]);
    if (current === undefined) return undefined;
    const sql = 'SELECT to_regclass($1) IS NOT NULL AS found';
    const [snapshot] = await connection.query<{ found: boolean }>(sql, [`${schemaOf(current.generation)}.snapshot`]);
    return snapshot?.found === true ? current.snapshot_id : undefined;
  } finally {
    await connection.close();
  }
}
