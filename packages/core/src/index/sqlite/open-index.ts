import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AnalyzerError } from '@analyzer/contracts';
import { hasSchemaOf, SCHEMA_VERSION } from '../schema/released.ts';
import { checksumsMatch } from './checksums.ts';
import { type Database, openDatabase } from './driver.ts';
import { damagedError, readError } from './failure.ts';
import type { Gate } from './gated.ts';
import { IndexFile } from './index-file.ts';

const INDEX_AGAIN = 'Index again with `analyzer workspace index`.';
/** Retries if a writer replaces the index while it is opened. */
const MAX_TRIES = 10;

export interface OpenedIndex {
  database: Database;
  file: IndexFile;
}

export interface OpenContext {
  /** Passed by every call of SQLite. */
  gate?: Gate | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Opens an index for reading. Writers replace the file and never change it, so it is read without locks, and journals
 * or write-ahead logs next to it are ignored.
 *
 * @param path as the user wrote it
 * @throws AnalyzerError `not_found`, `no_snapshot`, `unusable_index`, `unreadable`, `busy`, `cancelled`
 */
export async function openToRead(path: string, { gate, signal }: OpenContext = {}): Promise<OpenedIndex> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const file = IndexFile.open(path);
    if (file === undefined) throw new AnalyzerError('not_found', { what: 'index', name: path }, { hint: INDEX_AGAIN });
    let database: Database | undefined;
    try {
      await requireIntact(file, path, signal);
      database = await openChecked(path, gate);
      if (file.isAtItsPath()) return { database, file };
      database.close();
    } catch (error) {
      database?.close();
      file.close();
      throw error;
    }
    file.close();
  }
  throw new AnalyzerError('busy', { problem: 'another process keeps replacing the index' }, { hint: 'Start again.' });
}

/** @throws AnalyzerError unless the file is an unchanged index of this version */
async function requireIntact(file: IndexFile, path: string, signal: AbortSignal | undefined): Promise<void> {
  const header = file.header();
  if (header === 'empty') throw new AnalyzerError('no_snapshot', { path }, { hint: INDEX_AGAIN });
  if (header.version > SCHEMA_VERSION) throw newerVersion(path, header.version);
  if (header.version < SCHEMA_VERSION) {
    throw new AnalyzerError(
      'unusable_index',
      { path, reason: 'an older version of this program wrote it' },
      { hint: INDEX_AGAIN },
    );
  }
  if (!(await intact(file, path, signal))) throw damagedError(path);
  if (!header.isPlain) throw foreignContent(path);
}

async function intact(file: IndexFile, path: string, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    return await checksumsMatch(file.descriptor, signal);
  } catch (error) {
    if (error instanceof AnalyzerError) throw error;
    throw new AnalyzerError('unreadable', { path, reason: 'the system refuses to read it' }, { cause: error });
  }
}

async function openChecked(path: string, gate: Gate | undefined): Promise<Database> {
  gate?.enter();
  try {
    return await openImmutable(path, (database) => {
      if (!hasSchemaOf(database, SCHEMA_VERSION)) throw foreignContent(path);
    });
  } finally {
    gate?.leave();
  }
}

/**
 * Opens a database that no process changes.
 *
 * @param check of the database, which is closed if it throws
 */
export async function openImmutable(path: string, check: (database: Database) => void): Promise<Database> {
  let database: Database | undefined;
  try {
    database = await openDatabase(`${pathToFileURL(resolve(path))}?immutable=1`, { readOnly: true });
    check(database);
    return database;
  } catch (error) {
    database?.close();
    throw readError(error, path);
  }
}

export function newerVersion(path: string, version: number): AnalyzerError {
  return new AnalyzerError(
    'unusable_index',
    { path, reason: `it has version ${version} of the format, but this program supports version ${SCHEMA_VERSION}` },
    { hint: 'Use the newer program that wrote it, or name another file with --db.' },
  );
}

export function foreignContent(path: string): AnalyzerError {
  return new AnalyzerError(
    'unusable_index',
    { path, reason: 'its schema is not that of an index: another program changed it' },
    { hint: 'Delete the file and index again, or name another file with --db.' },
  );
}
