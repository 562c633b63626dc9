import { AnalyzerError } from '@analyzer/contracts';
import type { Connection } from '#postgres/connect.ts';

const INSTALLED = `
  SELECT quote_ident(nspname) AS schema FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
  WHERE extname = 'pg_trgm'`;

/** Installs the extension for trigrams, which is part of PostgreSQL, if the server has it and the user may. */
export async function enableTrigrams(connection: Connection): Promise<void> {
  const [available] = await connection.query("SELECT name FROM pg_available_extensions WHERE name = 'pg_trgm'");
  const [installed] = await connection.query(INSTALLED);
  if (available === undefined || installed !== undefined) return;
  try {
    await connection.query('CREATE EXTENSION pg_trgm WITH SCHEMA analyzer');
  } catch (error) {
    // A hosted server can forbid it. Lists are the same without it, but take longer.
    if (!(error instanceof AnalyzerError) || error.code === 'unavailable') throw error;
  }
}

/** Indexes by which parts of names and paths are found, if the database has the extension. */
export async function createTrigrams(connection: Connection): Promise<void> {
  const [extension] = await connection.query<{ schema: string }>(INSTALLED);
  if (extension === undefined) return;
  const classOf = `${extension.schema}.gin_trgm_ops`;
  await connection.query(`CREATE INDEX name_by_part ON name USING gin (text ${classOf}) WITH (fastupdate = off)`);
  await connection.query(`CREATE INDEX file_by_part ON file USING gin (path ${classOf}) WITH (fastupdate = off)`);
}
