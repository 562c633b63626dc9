import { Connection } from '#postgres/connect.ts';
import { migrate } from '#postgres/migrations/migrate.ts';
import { openToRead } from '../sqlite/open-index.ts';
import { Statements } from '../sqlite/statements.ts';
import type { Waiting } from '../write/index-lock.ts';
import type { Removal } from '../write/other-projects.ts';
import { SHARED, schemaOf } from './generation.ts';
import { requireProjectsOfServer } from './other-projects.ts';
import { lockPublication } from './publication-lock.ts';
import { contentOfFile, snapshotOfContent } from './published-snapshot.ts';
import { type Retention, removeGenerations } from './remove-generations.ts';
import { TOTALS } from './totals.ts';
import { enableTrigrams } from './trigrams.ts';
import { type GenerationContext, writeGeneration } from './write-generation.ts';

interface PublishContext extends Waiting, GenerationContext {
  /** Default: the newest one. Those that a reader has open stay too. */
  keep?: Retention | undefined;
}

/**
 * Publishes an index file as the new generation on a server, of which only the rows are written that differ from the newest
 * one. All of it is one transaction: readers see the earlier generation until its end, and nothing remains of a publication
 * that fails or is killed. Nothing is written if the current generation has the same content.
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
      const content = context.content ?? contentOfFile(new Statements(index.database));
      const published = content === undefined ? undefined : await snapshotOfContent(connection, content);
      if (published !== undefined) {
        await removeGenerations(connection, context.keep);
        return published;
      }
      await enableTrigrams(connection);
      const written = await connection.transaction(() =>
        writeGeneration(index, path, connection, { ...context, content }),
      );
      await removeGenerations(connection, context.keep);
      // Only a vacuum marks new rows as visible to all, so that lists read an index without the rows.
      const tables = [
        ...TOTALS.map((name) => `${schemaOf(written.number)}.${name}`),
        ...written.changed.map((name) => `${SHARED}.${name}`),
      ];
      await connection.query(`VACUUM ${tables.join(', ')}`);
      return written.snapshotId;
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
