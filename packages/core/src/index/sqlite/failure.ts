import { AnalyzerError } from '@analyzer/contracts';

/** SQLite's primary result codes (sqlite.org/rescode.html) that mean something to a person. */
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

const START_AGAIN = 'Delete the file and index again; everything in it comes from the projects.';

/** @returns the primary result code; undefined when the error is not SQLite's */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return undefined;
  return error.errcode & 0xff;
}

export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === BUSY || code === LOCKED;
}

/**
 * What a person is told of a failure of SQLite.
 *
 * @param path of the index, as a person wrote it
 * @returns the error itself when it is not SQLite's
 */
export function indexError(error: unknown, path: string): unknown {
  switch (sqliteCode(error)) {
    case undefined:
      return error;
    case NOTADB:
    case CORRUPT:
      return new AnalyzerError(
        'unusable_index',
        { path, reason: 'it is damaged' },
        { hint: START_AGAIN, cause: error },
      );
    case BUSY:
    case LOCKED:
      return busyError(path, error);
    case FULL:
      return new AnalyzerError(
        'output_failed',
        { path, reason: 'no space left, there or where temporary files go' },
        { hint: 'The earlier index, if there was one, is as it was.', cause: error },
      );
    case READONLY:
    case CANTOPEN:
      return new AnalyzerError('unreadable', { path, reason: 'the system refuses to open it' }, { cause: error });
    case IOERR:
      return new AnalyzerError(
        'output_failed',
        { path, reason: 'the system refused to read or write' },
        { hint: 'The earlier index, if there was one, is as it was.', cause: error },
      );
    default:
      return new AnalyzerError('internal', { problem: `the index ${path}: ${messageOf(error)}` }, { cause: error });
  }
}

/**
 * What a person is told of a failure while an index is written.
 *
 * @param path of the index, as a person wrote it
 */
export function writeError(error: unknown, path: string): unknown {
  const code = sqliteCode(error);
  if (code !== READONLY && code !== CANTOPEN) return indexError(error, path);
  return new AnalyzerError(
    'output_failed',
    { path, reason: 'the system refuses to write there' },
    { hint: 'Name another place with --db.', cause: error },
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
