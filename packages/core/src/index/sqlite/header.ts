import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';

/** `PRAGMA application_id` of every index: "ANLZ". By it, a file of another program is known before it is touched. */
export const APPLICATION_ID = 0x414e4c5a;

/** The database header (sqlite.org/fileformat2.html#the_database_header). */
const MAGIC = Buffer.from('SQLite format 3\0');
const APPLICATION_ID_OFFSET = 68;
const HEADER_LENGTH = 100;

const OTHER_FILE = 'Name another file with --db; this one is left as it is.';

/**
 * What is at a path, before SQLite opens it: nothing, an empty file, or an index of ours.
 *
 * @throws AnalyzerError `unusable_index` for any other file, `unreadable`
 */
export function inspectFile(path: string): 'absent' | 'empty' | 'index' {
  const header = headerOf(path);
  if (header === undefined) return 'absent';
  if (header.length === 0) return 'empty';
  if (!header.subarray(0, MAGIC.length).equals(MAGIC) || header.length < HEADER_LENGTH) {
    throw unusable(path, 'it is not an SQLite database');
  }
  if (header.readUInt32BE(APPLICATION_ID_OFFSET) !== APPLICATION_ID) {
    throw unusable(path, 'it is a database of another program');
  }
  return 'index';
}

function headerOf(path: string): Buffer | undefined {
  try {
    // A pipe would be waited for.
    const seen = statSync(path, { throwIfNoEntry: false });
    if (seen === undefined) return undefined;
    if (!seen.isFile()) throw unusable(path, 'it is not a regular file');
    const file = openSync(path, 'r');
    try {
      const header = Buffer.alloc(Math.min(HEADER_LENGTH, fstatSync(file).size));
      return header.subarray(0, readSync(file, header, 0, header.length, 0));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof AnalyzerError) throw error;
    throw new AnalyzerError('unreadable', { path, reason: 'the system refuses to open it' }, { cause: error });
  }
}

function unusable(path: string, reason: string): AnalyzerError {
  return new AnalyzerError('unusable_index', { path, reason }, { hint: OTHER_FILE });
}
