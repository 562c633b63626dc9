import { AnalyzerError } from '@analyzer/contracts';
import { Connection } from '@analyzer/core/postgres/connect.ts';
import { migrate } from '@analyzer/core/postgres/migrations/migrate.ts';
import { isPostgresUrl } from '@analyzer/core/postgres/url.ts';

/**
 * Runs work with a connection to a queue, whose tables are created if they are missing.
 *
 * @param url as the user wrote it
 * @throws AnalyzerError `usage`, `unavailable`, `unreadable`, `not_found`, `busy`, `unusable_index`
 */
export async function withQueue<T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  if (!isPostgresUrl(url)) {
    throw new AnalyzerError(
      'usage',
      { problem: '--queue is not the URL of a PostgreSQL database' },
      { hint: 'Write postgres://user@host:5432/database.' },
    );
  }
  const connection = await Connection.open(url);
  try {
    await migrate(connection);
    return await work(connection);
  } finally {
    await connection.close();
  }
}
