import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { IdLayout } from '@analyzer/core/index/ids/id-layout.ts';
import { readEarlierIds } from '@analyzer/core/index/postgres/earlier-ids.ts';
import { prepareServer, publishIndex } from '@analyzer/core/index/postgres/publish.ts';
import type { Retention } from '@analyzer/core/index/postgres/remove-generations.ts';
import { rollBack } from '@analyzer/core/index/postgres/roll-back.ts';
import { isOnServer, shownPlace } from '@analyzer/core/index/reader.ts';
import { WorkFolder } from '@analyzer/core/tree/work-folder.ts';
import type { IndexPath } from '../options/db.ts';
import { interruptible } from '../output/interrupt.ts';
import { say } from '../output/messages.ts';
import { writeStream } from '../output/write-stream.ts';
import type { MigrateFlags, RollbackFlags } from './flags.ts';

/** Time to wait for another program that publishes to the same server. */
const PATIENCE_MS = 60_000;

/**
 * Indexes into a temporary file, and publishes it to a server, which is asked before that.
 *
 * @param labels of the projects of the index
 * @param index returns whether it wrote the file, whose ids the layout can give
 */
export async function indexToServer(
  { db: url, mayRemoveProjects, keep, labels }: Omit<IndexPath, 'isDefaultPath'> & { labels: readonly string[] },
  index: (path: string, layout: IdLayout) => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  await prepareServer(url, labels, { mayRemoveProjects });
  const folder = WorkFolder.create('index');
  WorkFolder.removeAbandoned('index');
  try {
    const path = join(folder.path, 'index.db');
    if (await index(path, new IdLayout(await readEarlierIds(url))))
      await publish(path, url, { mayRemoveProjects, keep, signal });
  } finally {
    folder.remove();
  }
}

/** Publishes an index file to a server. */
export async function migrateCommand({ from, to, keep }: MigrateFlags): Promise<void> {
  requireServer('--to', to, 'Write postgres://user@host:5432/database; to copy a file, use cp.');
  await interruptible(async (signal) => {
    const id = await publish(from, to, { mayRemoveProjects: true, keep, signal });
    await writeStream(process.stdout, [`Index: ${shownPlace(to)}, snapshot ${id.slice(0, 12)}.\n`], signal);
  });
}

/** Makes the generation before the current one of a server the current one. */
export async function rollbackCommand({ db }: RollbackFlags): Promise<void> {
  requireServer('--db', db, 'Write postgres://user@host:5432/database; a file has one generation.');
  await interruptible(async (signal) => {
    const id = await rollBack(db, { patienceMs: PATIENCE_MS, onWaiting: () => sayWaiting(db), signal });
    await writeStream(process.stdout, [`Index: ${shownPlace(db)}, snapshot ${id.slice(0, 12)}.\n`], signal);
  });
}

function requireServer(option: string, place: string, hint: string): void {
  if (isOnServer(place)) return;
  throw new AnalyzerError('usage', { problem: `${option} is not the URL of a PostgreSQL database` }, { hint });
}

function sayWaiting(url: string): void {
  say(`another process writes ${shownPlace(url)}; waiting`);
}

function publish(
  path: string,
  url: string,
  context: { mayRemoveProjects: boolean; keep: Retention | undefined; signal: AbortSignal },
): Promise<string> {
  return publishIndex(path, url, { patienceMs: PATIENCE_MS, onWaiting: () => sayWaiting(url), ...context });
}
