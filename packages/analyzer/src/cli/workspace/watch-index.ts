import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { AnalyzerError } from '@analyzer/contracts';
import type { Discovery } from '@analyzer/core/discovery/discover.ts';
import { type FileLock, tryToLock } from '@analyzer/core/index/file-lock.ts';
import { isOnServer } from '@analyzer/core/index/reader.ts';
import { FolderChanges } from '@analyzer/core/session/folder-changes.ts';
import type { IndexState } from '@analyzer/core/session/index-state.ts';
import { ignoredChanges, watchedFolders } from './watched-folders.ts';

/** Milliseconds between two attempts to become the indexer of a file. */
const RETRY_MS = 1000;

export interface WatchedIndex {
  /** As named on the command line. */
  folders: readonly string[];
  /** Path or URL. */
  db: string;
  /** Finds the projects again. */
  find(): Discovery;
  /** Writes the index. */
  write(found: Discovery): Promise<void>;
  report(state: IndexState): void;
  signal: AbortSignal;
}

/**
 * Writes an index, and again whenever files of its projects change, until the signal is aborted. Of several processes
 * that watch for one index file, the first one writes it; another takes over when that ends.
 *
 * @throws {AnalyzerError} of the first index; `usage` if this installation cannot watch; the signal's reason
 */
export async function watchIndex({ folders, db, find, write, report, signal }: WatchedIndex): Promise<void> {
  let behindSince: number | undefined;
  const state = () => report({ type: 'state', ...(behindSince !== undefined && { behindSince }) });
  const changes = new FolderChanges(ignoredChanges(db), (at) => {
    behindSince ??= at;
    state();
  });
  let opened: string | undefined;
  let lock: FileLock | undefined;
  try {
    for (;;) {
      const found = find();
      changes.take();
      try {
        await write(found);
        behindSince = changes.since;
      } catch (error) {
        signal.throwIfAborted();
        if (opened === undefined || !(error instanceof AnalyzerError)) throw error;
        report({ type: 'problem', message: error.message });
      }
      state();
      lock ??= await lockFor(db, report, signal);
      const watched = await watchedFolders(folders, found, db);
      const names = JSON.stringify(watched);
      if (names !== opened || changes.hasNewFolder) {
        await changes.open(watched);
        opened = names;
        // Files may have changed before the first event.
        continue;
      }
      await changes.settled(signal);
    }
  } finally {
    await changes.close();
    lock?.release();
  }
}

const NO_LOCK: FileLock = { release: () => undefined };

/** Of a server, transactions order the writers. */
async function lockFor(db: string, report: WatchedIndex['report'], signal: AbortSignal): Promise<FileLock> {
  if (isOnServer(db)) return NO_LOCK;
  for (let isFirst = true; ; isFirst = false) {
    const lock = await tryToLock(`${resolve(db)}.watch`);
    if (lock !== undefined) return lock;
    if (isFirst) report({ type: 'problem', message: `another process keeps ${db} up to date` });
    await pause(RETRY_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
