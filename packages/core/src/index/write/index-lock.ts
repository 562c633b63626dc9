import { closeSync, lstatSync, openSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { AnalyzerError } from '@analyzer/contracts';
import { type Database, openDatabase } from '../sqlite/driver.ts';
import { busyError, isBusy, isSystemError, refusedError, writeError } from '../sqlite/failure.ts';

const RETRY_MS = 200;

export interface Waiting {
  /** How long to wait while another process writes. */
  patienceMs: number;
  /** Called once when waiting begins. */
  onWaiting?: (() => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** The exclusive right to replace an index. The system ends it with the process. */
export interface IndexLock {
  release(): void;
}

/**
 * Takes the lock of an index: SQLite's lock of an empty file beside it, because Node has no locks of its own.
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

/** @returns undefined when another writer has the lock */
async function tryToLock(location: string, path: string): Promise<IndexLock | undefined> {
  const file = createLockFile(location, path);
  let database: Database | undefined;
  try {
    database = await openDatabase(location, { readOnly: false });
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    // The earlier owner removes the file: then this is the lock of a file without a name.
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
        // Before the lock ends, so that only its owner ever removes the file.
        rmSync(location);
      } catch {
        // An empty file remains, which the next writer locks.
      }
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

/**
 * Creates the lock file where there is none. It is never opened afterwards but by SQLite: closing any descriptor of a
 * file ends the POSIX locks that the process has on it.
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
    { hint: 'Remove it, or name another index with --db.' },
  );
}

function identityOf(location: string): string {
  const found = lstatSync(location, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? '' : `${found.dev}:${found.ino}`;
}
