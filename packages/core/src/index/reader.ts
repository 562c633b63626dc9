import { isPostgresUrl, shownUrl } from '#postgres/url.ts';
import type { IndexReader } from './port.ts';
import { PostgresReader } from './postgres/reader.ts';
import { gated } from './sqlite/gated.ts';
import { type OpenContext, openToRead } from './sqlite/open-index.ts';
import { SqliteReader } from './sqlite/reader.ts';

export interface ReadContext extends OpenContext {
  /** Path of the bundled thread that connects to a server; default: next to this program. */
  bridge?: string | undefined;
  /** Of a server, the generation of this snapshot is opened if it still has it, else the current one. */
  snapshotId?: string;
}

/**
 * @param place path of the index, as the user wrote it, or the URL of a PostgreSQL database
 * @throws AnalyzerError `not_found`, `no_snapshot`, `unusable_index`, `unreadable`, `busy`, `cancelled`; of a URL also
 *   `usage`, `unavailable`
 */
export async function openIndex(place: string, context: ReadContext = {}): Promise<IndexReader> {
  if (isPostgresUrl(place)) return PostgresReader.open(place, context.bridge, context.snapshotId);
  const { database, file } = await openToRead(place, context);
  const { gate } = context;
  return new SqliteReader(place, { file, database: gate === undefined ? database : gated(database, gate) });
}

/** Whether an index is on a server, not in a file. */
export function isOnServer(place: string): boolean {
  return isPostgresUrl(place);
}

/** The path or URL for people, without a password. */
export function shownPlace(place: string): string {
  return isPostgresUrl(place) ? shownUrl(place) : place;
}
