import { closeSync, lstatSync, openSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { AnalyzerError } from '@analyzer/contracts';
import { type Database, openDatabase } from '../sqlite/driver.ts';
import { busyError, isBusy, isSystemError, refusedError, writeError } from '../sqlite/failure.ts';

const RETRY_MS = 200;

export interface Waiting {
  /** Time to wait for another process that writes the index. */
  patienceMs: number;
  /** Called once when waiting starts. */
  onWaiting?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** The exclusive right to replace an index. The system releases it when the process ends. */
export interface IndexLock {
  release(): void;
}

/**
 * Locks an index with SQLite's lock of an empty file next to it, because Node has no file locks.
 *
 * @param target absolute path of the index
 * @param path of the index, as the user wrote it
 * @throws AnalyzerError `busy`, `output_failed`, `cancelled`
 */
export async function lockIndex(target: string, path: string, waiting: Waiting): Promise<IndexLock> {
  const { patienceMs, onWaiting, signal } = waiting;
  const started = performance.now();
  for (let tries = 0; ; tries++) {
    const lock = await tryToLock(`${target}-lock`, path);
    if (lock !== undefined) return lock;
    if (performance.now() - started >= patienceMs) throw busyError(path);
    if (tries === 0) onWaiting?.();
    await setTimeout(RETRY_MS, undefined, signal === undefined ? {} : { signal });
  }
}

/** @returns undefined if another writer has the lock */
async function tryToLock(location: string, path: string): Promise<IndexLock | undefined> {
  const file = createLockFile(location, path);
  let database: Database | undefined;
  try {
    database = await openDatabase(location, { readOnly: false });
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // The earlier owner may have removed the file: then this lock is of an unlinked file.
    if (identityOf(location) === file) return lockOf(location, database);
    database.close();
    return undefined;
  } catch (error) {
    database?.close();
    if (isBusy(error)) return undefined;
    throw writeError(error, path);
  }
}

function lockOf(location: string, database: Database): IndexLock {
  return {
    release() {
      try {
        // While the lock is held, so that only its owner removes the file.
        rmSync(location);
      } catch {
        // The empty file remains, and the next writer locks it.
      }
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

/**
 * Creates the lock file if it does not exist. Only SQLite opens it later: closing any descriptor of a file releases the
 * POSIX locks of the process on it.
 *
 * @returns its identity
 */
function createLockFile(location: string, path: string): string {
  try {
    closeSync(openSync(location, 'wx'));
  } catch (error) {
    if (!(isSystemError(error) && error.code === 'EEXIST')) throw refusedError(path, error);
  }
  const found = lstatSync(location, { throwIfNoEntry: false });
  if (found === undefined || (found.isFile() && found.size === 0)) return identityOf(location);
  throw new AnalyzerError(
    'output_failed',
    { path: `${path}-lock`, reason: 'a file is there that is not an empty lock file' },
    { hint: 'Remove it, or set another index with --db.' },
  );
}

function identityOf(location: string): string {
  const found = lstatSync(location, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? '' : `${found.dev}:${found.ino}`;
}
