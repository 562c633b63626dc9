import { dirname } from 'node:path';
import { importTables } from '@analyzer/core/cluster/tables/import-tables.ts';
import { readOverview } from '@analyzer/core/index/overview.ts';
import { isOnServer, openIndex, shownPlace } from '@analyzer/core/index/reader.ts';
import { DEFAULT_DB } from '../options/db.ts';
import { interruptible } from '../output/interrupt.ts';
import { say } from '../output/messages.ts';
import { writeStream } from '../output/write-stream.ts';
import { indexSummary } from './index-summary.ts';
import { OwnFolder } from './own-folder.ts';
import { indexToServer } from './publish.ts';

/** Flags of `workspace import`; a flag that is not set is absent. */
export interface ImportFlags {
  from: string;
  db?: string;
}

/** Time to wait for another process that writes the index. */
const PATIENCE_MS = 10_000;

/** Makes an index from an export, and prints a summary of the index. */
export async function importCommand({ from, ...flags }: ImportFlags): Promise<void> {
  const { db = DEFAULT_DB } = flags;
  await interruptible(async (signal) => {
    if (!isOnServer(db)) await writeFile(from, db, flags.db === undefined, signal);
    else await indexToServer(db, (path) => writeFile(from, path, false, signal), signal);
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
async function writeFile(from: string, db: string, isDefaultPath: boolean, signal: AbortSignal): Promise<true> {
  const folder = isDefaultPath ? new OwnFolder(dirname(db)) : undefined;
  const onWaiting = () => say(`another process writes ${db}; waiting`);
  try {
    const requireUnchanged = () => folder?.requireUnchanged();
    await importTables(from, db, { isDefaultPath, patienceMs: PATIENCE_MS, onWaiting, requireUnchanged, signal });
    return true;
  } finally {
    folder?.close();
  }
}
