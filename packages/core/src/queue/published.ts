import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { metadataOf } from '#index/file-metadata.ts';
import { CONTENT_VERSION, publishedSnapshot } from '#index/postgres/published-snapshot.ts';
import { INDEX_VERSIONS } from '#index/versions.ts';
import type { Connection } from '#postgres/connect.ts';
import { isPostgresUrl } from '#postgres/url.ts';

/** A project with its part. */
export interface ReadyProject {
  label: string;
  key: string;
  /** Absolute path of its files. */
  root: string | null;
}

/** Identifies everything that an index of the projects depends on, 64 hex; the keys of parts cover the schema. */
export function contentOf(projects: readonly ReadyProject[]): string {
  const own = projects.map(({ label, key, root }) => [label, key, root]);
  // Paths of projects are those of one machine.
  const content = ['analyzer.publication', CONTENT_VERSION, INDEX_VERSIONS, hostname(), own];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/**
 * Finds out whether an index was published from some content, and is unchanged and undamaged.
 *
 * @param connection to the queue
 * @param db path of the index or URL of its server, as the user wrote it
 * @returns its snapshot id
 * @throws {AnalyzerError} errors of the server
 */
export async function publishedAs(
  connection: Connection,
  db: string,
  content: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (isPostgresUrl(db)) return publishedSnapshot(db, content);
  const sql = 'SELECT state FROM analyzer.published_file WHERE host = $1 AND path = $2 AND content = $3';
  const [file] = await connection.query<{ state: string }>(sql, [hostname(), resolve(db), content]);
  if (file === undefined || file.state !== metadataOf(db)) return undefined;
  const { readId } = await import('#index/kept/read-id.ts');
  return readId(db, signal);
}

const RECORD = `
  INSERT INTO analyzer.published_file VALUES ($1, $2, $3, $4)
  ON CONFLICT (host, path) DO UPDATE SET content = excluded.content, state = excluded.state`;

/** Records the content of an index file. @param state its metadata when it was written */
export async function recordFile(
  connection: Connection,
  db: string,
  { content, state }: { content: string; state: string },
): Promise<void> {
  await connection.query(RECORD, [hostname(), resolve(db), content, state]);
}
