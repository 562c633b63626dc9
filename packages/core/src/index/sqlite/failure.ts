import { dirname, resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { freeSpace, temporaryFolder } from './temporary-folder.ts';

/** The primary result codes of SQLite (sqlite.org/rescode.html) that have a meaning for users. */
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const CONSTRAINT = 19;
const NOTADB = 26;

/** Readers do not name the folder: their errors are also those of servers, which publish no path of this machine. */
const TEMPORARY_FOLDERS = '$SQLITE_TMPDIR, $TMPDIR, /var/tmp or /tmp, the first that is writable';
const OTHER_TEMPORARY_FOLDER = 'or set SQLITE_TMPDIR to a folder on another disk';

/** @returns the primary result code; undefined if the error is not from SQLite */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return undefined;
  return error.errcode & 0xff;
}

export function isSqliteError(error: unknown): boolean {
  return sqliteCode(error) !== undefined;
}

/** Whether a row violates its table: a key twice, no value, or one of another type. */
export function isRefusedRow(error: unknown): boolean {
  return sqliteCode(error) === CONSTRAINT;
}

export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === BUSY || code === LOCKED;
}

/**
 * Converts an error of SQLite while an index is read.
 *
 * @param path of the index, as the user wrote it
 * @returns the error itself if it is not from SQLite
 */
export function readError(error: unknown, path: string): unknown {
  switch (sqliteCode(error)) {
    case undefined:
      return error;
    case NOTADB:
    case CORRUPT:
      return damagedError(path, error);
    case FULL:
      return new AnalyzerError(
        'unreadable',
        { path, reason: 'no space is left for temporary files' },
        { hint: `Free space in ${TEMPORARY_FOLDERS}, ${OTHER_TEMPORARY_FOLDER}.`, cause: error },
      );
    case READONLY:
    case CANTOPEN:
      return new AnalyzerError('unreadable', { path, reason: 'the system refuses to open it' }, { cause: error });
    case IOERR:
      return new AnalyzerError(
        'unreadable',
        { path, reason: 'the system refuses to read it, or to write temporary files' },
        { hint: `Check its disk and that of ${TEMPORARY_FOLDERS}, ${OTHER_TEMPORARY_FOLDER}.`, cause: error },
      );
    default:
      return new AnalyzerError('internal', { problem: `the index ${path}: ${messageOf(error)}` }, { cause: error });
  }
}

/** Converts a system error while the file of an index is created or published. */
export function fileError(error: unknown, path: string): unknown {
  if (!isSystemError(error)) return writeError(error, path);
  return error.code === 'ENOSPC' || error.code === 'EDQUOT' ? noSpaceError(path, error) : refusedError(path, error);
}

export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

/**
 * Converts an error of SQLite while an index is written.
 *
 * @param path of the index, as the user wrote it
 */
export function writeError(error: unknown, path: string): unknown {
  switch (sqliteCode(error)) {
    case FULL:
      return isTemporaryFolderFuller(path) ? temporaryFilesError(error) : noSpaceError(path, error);
    case READONLY:
    case CANTOPEN:
      return refusedError(path, error);
    case IOERR:
      return new AnalyzerError(
        'output_failed',
        {
          path,
          reason: `the system refuses to write there or in ${temporaryFolder()}, the folder for temporary files`,
        },
        { hint: `The earlier index is not changed. Check both disks, ${OTHER_TEMPORARY_FOLDER}.`, cause: error },
      );
    default:
      return readError(error, path);
  }
}

/** SQLite does not report which of its files has no space. */
function isTemporaryFolderFuller(path: string): boolean {
  const [ofIndex, temporary] = [dirname(resolve(path)), temporaryFolder()].map(freeSpace);
  return ofIndex !== undefined && temporary !== undefined && temporary < ofIndex;
}

function temporaryFilesError(cause: unknown): AnalyzerError {
  const folder = temporaryFolder();
  return new AnalyzerError(
    'output_failed',
    { path: 'temporary files', reason: `no space left in ${folder}` },
    { hint: `Free space in ${folder}, ${OTHER_TEMPORARY_FOLDER}. The index is not changed.`, cause },
  );
}

function noSpaceError(path: string, cause: unknown): AnalyzerError {
  return new AnalyzerError(
    'output_failed',
    { path, reason: 'no space left in its folder' },
    { hint: 'Free space there, or name another file with --db. The earlier index is not changed.', cause },
  );
}

export function refusedError(path: string, cause: unknown): AnalyzerError {
  return new AnalyzerError(
    'output_failed',
    { path, reason: 'the system refuses to write there' },
    { hint: 'Name another file with --db.', cause },
  );
}

export function damagedError(path: string, cause?: unknown): AnalyzerError {
  return new AnalyzerError(
    'unusable_index',
    { path, reason: 'it is damaged' },
    { hint: 'Delete the file and index again; everything in it comes from the projects.', cause },
  );
}

export function busyError(path: string, cause?: unknown): AnalyzerError {
  return new AnalyzerError(
    'busy',
    { problem: `another process is writing ${path}` },
    { hint: 'Wait until it has ended, or write another index with --db.', cause },
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
