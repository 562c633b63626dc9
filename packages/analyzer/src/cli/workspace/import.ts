import { dirname } from 'node:path';
import { readOverview } from '@analyzer/core/index/overview.ts';
import { isOnServer, openIndex, shownPlace } from '@analyzer/core/index/reader.ts';
import { importExports } from '@analyzer/core/parquet/tables/import-exports.ts';
import { importTables } from '@analyzer/core/parquet/tables/import-tables.ts';
import { readLabels } from '@analyzer/core/parquet/tables/read-labels.ts';
import { openIndexEngine } from '../engine/open.ts';
import { type IndexPath, newIndexPath } from '../options/db.ts';
import { interruptible } from '../output/interrupt.ts';
import { say } from '../output/messages.ts';
import { writeStream } from '../output/write-stream.ts';
import type { ImportFlags } from './flags.ts';
import { indexSummary } from './index-summary.ts';
import { OwnFolder } from './own-folder.ts';
import { indexToServer } from './publish.ts';

/** Time to wait for another process that writes the index. */
const PATIENCE_MS = 10_000;

/** Makes an index from exports, and prints a summary of the index. */
export async function importCommand(flags: ImportFlags): Promise<void> {
  const path = newIndexPath(flags);
  const { db } = path;
  await interruptible(async (signal) => {
    const labels = await readLabels(flags.from, signal);
    if (!isOnServer(db)) await writeFile(flags, { ...path, labels }, signal);
    else await indexToServer({ ...path, labels }, (file) => writeFile(flags, { ...path, db: file }, signal), signal);
    const reader = await openIndex(db, { signal });
    try {
      const shown = { db: shownPlace(db), split: false, origins: [] };
      await writeStream(process.stdout, indexSummary(reader.read(readOverview), shown), signal);
    } finally {
      reader.close();
    }
  });
}

/** @returns that an index was written */
async function writeFile(
  { from, ...flags }: ImportFlags,
  { db, ...replacing }: IndexPath & { labels?: readonly string[] },
  signal: AbortSignal,
): Promise<true> {
  const folder = replacing.isDefaultPath ? new OwnFolder(dirname(db)) : undefined;
  const onWaiting = () => say(`another process writes ${db}; waiting`);
  const requireUnchanged = () => folder?.requireUnchanged();
  const context = { ...replacing, patienceMs: PATIENCE_MS, onWaiting, signal };
  try {
    const [first = '', ...others] = from;
    if (others.length === 0) await importTables(first, db, { ...context, requireUnchanged });
    else {
      const engine = openIndexEngine(flags, signal);
      await importExports(from, db, { ...context, engine, onWritten: requireUnchanged }).finally(() => engine.close());
    }
    return true;
  } finally {
    folder?.close();
  }
}
