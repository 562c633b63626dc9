import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AnalyzerError } from '@analyzer/contracts';
import { migrate, SCHEMA_VERSION } from '../migrations/migrate.ts';
import { type Database, openDatabase } from './driver.ts';
import { indexError, sqliteCode, writeError } from './failure.ts';
import { APPLICATION_ID, inspectFile } from './header.ts';
import { Statements } from './statements.ts';
import { UnlockedFile } from './unlocked-file.ts';

const INDEX_AGAIN = 'Index again with `analyzer workspace index`.';
/** What SQLite says when it may not make files beside a database. */
const NO_FILES_BESIDE: readonly (number | undefined)[] = [8 /* READONLY */, 14 /* CANTOPEN */];
/** For the moments in which SQLite locks a database to open it, or to make it. */
const PATIENCE_MS = 5000;
/** KiB; pages beyond it wait in the log or a temporary file. */
const WRITER_CACHE = 64 * 1024;

/**
 * Opens an index to write it, and makes it where there is none.
 *
 * @param path as a person wrote it
 * @throws AnalyzerError `unusable_index`, `output_failed`, `busy`; a file that is refused was not touched
 */
export async function openToWrite(path: string): Promise<Database> {
  const location = resolve(path);
  const found = inspectFile(path);
  if (found === 'absent' && !statSync(dirname(location), { throwIfNoEntry: false })?.isDirectory()) {
    throw new AnalyzerError('output_failed', { path, reason: 'its folder does not exist' });
  }
  return opened(path, { readOnly: false }, (database) => {
    // Two that make it at once take turns; afterwards whoever writes decides how to wait.
    database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
    // Before anything else is in the file, so that it is never taken for another program's.
    if (found !== 'index') database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    const version = versionOf(database);
    if (version > SCHEMA_VERSION) throw newerVersion(path, version);
    requireWhole(database, path);
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA cache_size = -${WRITER_CACHE};
      PRAGMA temp_store = FILE;
    `);
    migrate(database, versionOf);
    database.exec('PRAGMA busy_timeout = 0');
  });
}

export interface OpenedToRead {
  database: Database;
  /** When it had to be opened without locks. */
  unlocked?: UnlockedFile;
}

/**
 * Opens an index to read it.
 *
 * @param path as a person wrote it
 * @throws AnalyzerError `not_found`, `no_snapshot`, `unusable_index`, `unreadable`
 */
export async function openToRead(path: string): Promise<OpenedToRead> {
  const found = inspectFile(path);
  if (found === 'absent') {
    throw new AnalyzerError('not_found', { what: 'index', name: path }, { hint: INDEX_AGAIN });
  }
  if (found === 'empty') throw noSnapshot(path);
  const setUp = (database: Database): void => {
    database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`);
    requireVersion(database, path);
  };
  try {
    return { database: await opened(path, { readOnly: true }, setUp) };
  } catch (error) {
    if (!isReadOnlyFolder(error, path)) throw error;
    const file = new UnlockedFile(path);
    return { database: await opened(path, { readOnly: true, immutable: true }, setUp), unlocked: file };
  }
}

/** @throws AnalyzerError unless the index is of the version that this program reads */
export function requireVersion(database: Database, path: string): void {
  const version = versionOf(database);
  if (version === 0) throw noSnapshot(path);
  if (version > SCHEMA_VERSION) throw newerVersion(path, version);
  if (version < SCHEMA_VERSION) {
    throw new AnalyzerError(
      'unusable_index',
      { path, reason: 'it was written by an older version of this program' },
      { hint: INDEX_AGAIN },
    );
  }
}

export function noSnapshot(path: string): AnalyzerError {
  return new AnalyzerError('no_snapshot', { path }, { hint: INDEX_AGAIN });
}

async function opened(
  path: string,
  how: { readOnly: boolean; immutable?: true },
  setUp: (database: Database) => void,
): Promise<Database> {
  let database: Database | undefined;
  try {
    const location = resolve(path);
    database = await openDatabase(how.immutable ? `${pathToFileURL(location)}?immutable=1` : location, how);
    setUp(database);
    return database;
  } catch (error) {
    database?.close();
    throw how.readOnly ? indexError(error, path) : writeError(error, path);
  }
}

function versionOf(database: Database): number {
  return new Statements(database).first('PRAGMA user_version', [], (row) => row.integer('user_version')) ?? 0;
}

/** Reads every page once, so that no new index is built on a broken one. */
function requireWhole(database: Database, path: string): void {
  const [verdict] = new Statements(database).all('PRAGMA quick_check(1)', [], (row) => row.text('quick_check'));
  if (verdict !== 'ok') {
    throw new AnalyzerError(
      'unusable_index',
      { path, reason: 'it is damaged' },
      { hint: 'Delete the file and index again; everything in it comes from the projects.' },
    );
  }
}

function newerVersion(path: string, version: number): AnalyzerError {
  return new AnalyzerError(
    'unusable_index',
    { path, reason: `it is of version ${version}, and this program knows ${SCHEMA_VERSION}` },
    { hint: 'Use the newer program that wrote it, or name another file with --db.' },
  );
}

function isReadOnlyFolder(error: unknown, path: string): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return NO_FILES_BESIDE.includes(sqliteCode(cause)) && !existsSync(`${resolve(path)}-wal`);
}
