import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { prepareServer, publishIndex } from '@analyzer/core/index/postgres/publish.ts';
import { isOnServer, shownPlace } from '@analyzer/core/index/reader.ts';
import { WorkFolder } from '@analyzer/core/tree/work-folder.ts';
import type { IndexPath } from '../options/db.ts';
import { interruptible } from '../output/interrupt.ts';
import { say } from '../output/messages.ts';
import { writeStream } from '../output/write-stream.ts';
import type { MigrateFlags } from './flags.ts';

/** Time to wait for another program that publishes to the same server. */
const PATIENCE_MS = 60_000;

/**
 * Indexes into a temporary file, and publishes it to a server, which is asked before that.
 *
 * @param labels of the projects of the index
 * @param index returns whether it wrote the file
 */
export async function indexToServer(
  { db: url, mayRemoveProjects, labels }: Pick<IndexPath, 'db' | 'mayRemoveProjects'> & { labels: readonly string[] },
  index: (path: string) => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  await prepareServer(url, labels, { mayRemoveProjects });
  const folder = WorkFolder.create('index');
  try {
    const path = join(folder.path, 'index.db');
    if (await index(path)) await publish(path, url, mayRemoveProjects, signal);
  } finally {
    folder.remove();
  }
}

/** Publishes an index file to a server. */
export async function migrateCommand({ from, to }: MigrateFlags): Promise<void> {
  if (!isOnServer(to)) {
    throw new AnalyzerError(
      'usage',
      { problem: '--to is not the URL of a PostgreSQL database' },
      { hint: 'Write postgres://user@host:5432/database; to copy a file, use cp.' },
    );
  }
  await interruptible(async (signal) => {
    const id = await publish(from, to, true, signal);
    await writeStream(process.stdout, [`Index: ${shownPlace(to)}, snapshot ${id.slice(0, 12)}.\n`], signal);
  });
}

function publish(path: string, url: string, mayRemoveProjects: boolean, signal: AbortSignal): Promise<string> {
  const onWaiting = () => say(`another process writes ${shownPlace(url)}; waiting`);
  return publishIndex(path, url, { patienceMs: PATIENCE_MS, mayRemoveProjects, onWaiting, signal });
}
