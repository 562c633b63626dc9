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

/** The operator class by which parts of names and paths are found; undefined if the database has no extension for it. */
export async function trigramClass(connection: Connection): Promise<string | undefined> {
  const [extension] = await connection.query<{ schema: string }>(INSTALLED);
  return extension === undefined ? undefined : `${extension.schema}.gin_trgm_ops`;
}
