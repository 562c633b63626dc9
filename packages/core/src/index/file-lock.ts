import { closeSync, lstatSync, openSync, rmSync } from 'node:fs';
import { type Database, openDatabase } from './sqlite/driver.ts';
import { isBusy, isSystemError } from './sqlite/failure.ts';

/** An exclusive lock between processes. The system releases it when the process ends. */
export interface FileLock {
  release(): void;
}

/** A file that is not an empty lock file is at its path. */
export class ForeignFile extends Error {
  override readonly name = 'ForeignFile';
}

/**
 * Locks an empty file with SQLite's lock, because Node has no file locks.
 *
 * @param location absolute path of the lock file; created if it does not exist
 * @returns undefined if another process has the lock
 * @throws {ForeignFile}; the system's error while the file is created; the error of SQLite
 */
export async function tryToLock(location: string): Promise<FileLock | undefined> {
  const file = createLockFile(location);
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
    throw error;
  }
}

function lockOf(location: string, database: Database): FileLock {
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
function createLockFile(location: string): string {
  try {
    closeSync(openSync(location, 'wx'));
  } catch (error) {
    if (!(isSystemError(error) && error.code === 'EEXIST')) throw error;
  }
  const found = lstatSync(location, { throwIfNoEntry: false });
  if (found === undefined || (found.isFile() && found.size === 0)) return identityOf(location);
  throw new ForeignFile('a file is there that is not an empty lock file');
}

function identityOf(location: string): string {
  const found = lstatSync(location, { throwIfNoEntry: false, bigint: true });
  return found === undefined ? '' : `${found.dev}:${found.ino}`;
}
