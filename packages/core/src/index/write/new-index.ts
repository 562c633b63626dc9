import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '#tree/sync-folder.ts';
import { SCHEMA_VERSION } from '../schema/released.ts';
import { TABLES } from '../schema/tables.ts';
import { appendChecksums } from '../sqlite/checksums.ts';
import { type Database, openDatabase } from '../sqlite/driver.ts';
import { APPLICATION_ID } from '../sqlite/header.ts';

/** Size of the page cache, in KiB. */
const CACHE = 64 * 1024;
/** Files that older versions of this program, or other programs, may leave next to an index. */
const LEFTOVERS = ['-wal', '-shm', '-journal'];

/**
 * A new index, written to a file next to the earlier one. The writer has the lock of the index, so that it owns the
 * file; a file of a killed process is removed.
 */
export class NewIndex {
  readonly database: Database;
  readonly #target: string;
  /** The empty file that reserves the name exists. */
  #isReserved: boolean;
  #isOpen = true;

  private constructor(target: string, isReserved: boolean, database: Database) {
    this.#target = target;
    this.#isReserved = isReserved;
    this.database = database;
  }

  /** @param target absolute path of the index */
  static async create(target: string): Promise<NewIndex> {
    const location = newFileOf(target);
    rmSync(location, { force: true });
    // Fails for a symbolic link; SQLite would follow it.
    closeSync(openSync(location, 'wx'));
    const isFirst = reserve(target);
    const index = new NewIndex(target, isFirst, await openDatabase(location, { readOnly: false }));
    try {
      index.#setUp();
      return index;
    } catch (error) {
      index.discard();
      throw error;
    }
  }

  #setUp(): void {
    // No rollback and no durability: the file becomes an index only when it is renamed.
    this.database.exec(`
      PRAGMA journal_mode = MEMORY;
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -${CACHE};
      PRAGMA temp_store = FILE;
      PRAGMA application_id = ${APPLICATION_ID};
      PRAGMA user_version = ${SCHEMA_VERSION};
      BEGIN;
      ${TABLES}
    `);
  }

  /** Replaces the earlier index with this one, which must be complete. */
  async publish(signal: AbortSignal | undefined): Promise<void> {
    this.database.exec('COMMIT');
    this.#close();
    const location = newFileOf(this.#target);
    const file = openSync(location, 'r+');
    try {
      await appendChecksums(file, signal);
      const earlier = statSync(this.#target, { throwIfNoEntry: false });
      if (earlier !== undefined) fchmodSync(file, earlier.mode & 0o777);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(location, this.#target);
    this.#isReserved = false;
    for (const ending of LEFTOVERS) rmSync(this.#target + ending, { force: true });
    syncFolder(dirname(this.#target));
  }

  /** Removes an unpublished file; otherwise does nothing. */
  discard(): void {
    this.#close();
    rmSync(newFileOf(this.#target), { force: true });
    // Another program may have put an index there.
    const isEmpty = statSync(this.#target, { throwIfNoEntry: false })?.size === 0;
    if (this.#isReserved && isEmpty) rmSync(this.#target, { force: true });
    this.#isReserved = false;
  }

  #close(): void {
    if (this.#isOpen) this.database.close();
    this.#isOpen = false;
  }
}

function newFileOf(target: string): string {
  return `${target}-new`;
}

/**
 * Creates an empty file if there is no index, so that a scan of the folder finds the same files in the first and in
 * later runs.
 *
 * @returns whether it was created
 */
function reserve(target: string): boolean {
  if (statSync(target, { throwIfNoEntry: false }) !== undefined) return false;
  closeSync(openSync(target, 'wx'));
  return true;
}
