import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { hasSchemaOf, SCHEMA_VERSION } from '../schema/released.ts';
import type { Database } from '../sqlite/driver.ts';
import { damagedError, isSystemError, refusedError } from '../sqlite/failure.ts';
import { IndexFile } from '../sqlite/index-file.ts';
import { foreignContent, newerVersion, openImmutable } from '../sqlite/open-index.ts';
import { Statements } from '../sqlite/statements.ts';
import { labelsOf, type Removal, requireProjects } from './other-projects.ts';

/** Which file a new index may replace. */
export interface Replaceable extends Removal {
  /** The path is the default path, so that any index there may be replaced. */
  isDefaultPath: boolean;
}

/**
 * The path of a new index.
 *
 * @param path as the user wrote it, or the default path
 * @param isDefault whether it is the default path: then a symbolic link is not followed
 * @returns absolute path; the target of a link that the user named
 * @throws AnalyzerError `output_failed`
 */
export function targetOf(path: string, isDefault: boolean): string {
  const location = resolve(path);
  requireFolder(dirname(location), path);
  if (!isLink(location, path)) return location;
  const hint = 'Remove the link, or set another file with --db.';
  if (isDefault) throw new AnalyzerError('output_failed', { path, reason: 'it is a symbolic link' }, { hint });
  try {
    return realpathSync(location);
  } catch (cause) {
    throw new AnalyzerError('output_failed', { path, reason: 'it is a link to a missing file' }, { hint, cause });
  }
}

const OTHER_FILE = 'Name a file in a folder that exists with --db.';
const NO_FOLDER = 'its folder is not a folder';
const REASONS: Readonly<Record<string, string>> = { ENOENT: 'its folder does not exist', ENOTDIR: NO_FOLDER };

function isLink(location: string, path: string): boolean {
  try {
    return lstatSync(location, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch (cause) {
    throw isSystemError(cause) ? refusedError(path, cause) : cause;
  }
}

function requireFolder(folder: string, path: string): void {
  try {
    if (statSync(folder).isDirectory()) return;
  } catch (cause) {
    if (!isSystemError(cause)) throw cause;
    const reason = REASONS[cause.code ?? ''];
    if (reason === undefined) throw refusedError(path, cause);
    throw new AnalyzerError('output_failed', { path, reason }, { hint: OTHER_FILE, cause });
  }
  throw new AnalyzerError('output_failed', { path, reason: NO_FOLDER }, { hint: OTHER_FILE });
}

/**
 * Ensures that a new index replaces only an index, and none with other projects. Nothing in the file is executed.
 *
 * @param isDefaultPath whether it is the default path: then an index is replaced even if it is damaged or was changed
 * @param labels of the projects of the new index; undefined if they are not known yet
 * @throws AnalyzerError `unusable_index` for any other file, and one whose projects cannot be read; `other_projects`,
 *   `unreadable`
 */
export async function requireReplaceable(
  path: string,
  { isDefaultPath, mayRemoveProjects = false }: Replaceable,
  labels: readonly string[] | undefined,
): Promise<void> {
  const file = IndexFile.open(path);
  if (file === undefined) return;
  try {
    const header = file.header();
    if (header === 'empty') return;
    const { version } = header;
    if (version > SCHEMA_VERSION) throw newerVersion(path, version);
    if (isDefaultPath) return;
    const database = await openImmutable(path, (opened) => {
      if (!hasSchemaOf(opened, version)) throw foreignContent(path);
      if (labels !== undefined && !mayRemoveProjects) requireProjects(path, readLabels(opened, path), labels);
    });
    database.close();
  } finally {
    file.close();
  }
}

/** A damaged page can also hide rows, so that the table is checked before it is read. */
function readLabels(database: Database, path: string): string[] {
  const statements = new Statements(database);
  const found = statements.first('PRAGMA integrity_check(project)', [], (row) => row.text('integrity_check'));
  if (found !== 'ok') throw damagedError(path);
  return labelsOf(statements);
}
