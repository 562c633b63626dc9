import type { AnalyzerError } from '@analyzer/contracts';
import type { WorkspaceProject } from '#discovery/project.ts';
import type { Engine } from '#parse/engine.ts';
import { openDatabase } from '../sqlite/driver.ts';
import { Statements } from '../sqlite/statements.ts';
import { addProject, type ProjectScan } from '../write/add-project.ts';
import { AddedProjects } from '../write/added-projects.ts';
import { createPartTables, partKey } from './part-file.ts';

export interface WrittenPart {
  /** Of `partKey`. */
  key: string;
  /** Of the scan, 64 hex digits. */
  snapshotId: string;
  /** Another scan of the same files gives the same part: no parser failed, and every file could be read. */
  isRepeatable: boolean;
}

const UNREPEATABLE = `
  SELECT 1 AS n FROM coverage_count WHERE status IN ('timeout', 'parser-failed', 'missing-parser', 'unreadable')`;

/** Removes the path of this machine, and what the page size wastes. */
const FINISH = 'DELETE FROM local_root; COMMIT; VACUUM;';

/**
 * Scans a project and writes its part.
 *
 * @param path absolute, of a file that does not exist
 * @param engine owned by the caller; it returns token records
 * @returns the error of a project that could not be scanned
 * @throws {AnalyzerError} errors that are not caused by the project; errors of SQLite
 */
export async function writePart(
  path: string,
  project: WorkspaceProject,
  engine: Engine,
  scan: ProjectScan,
): Promise<WrittenPart | AnalyzerError> {
  const database = await openDatabase(path, { readOnly: false });
  try {
    // No rollback and no durability: a part that is not complete is not used.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 1024; BEGIN');
    createPartTables(database);
    const statements = new Statements(database);
    const projects = new AddedProjects(statements, engine, scan.signal);
    const error = await addProject(projects, project, scan);
    if (error !== undefined) return error;
    const [identity] = projects.identities;
    if (identity === undefined) throw new RangeError('a part without a project');
    statements.run('INSERT INTO part VALUES (1, ?, ?)', JSON.stringify(identity), JSON.stringify(project.options));
    const isRepeatable = statements.first(UNREPEATABLE, [], () => true) === undefined;
    database.exec(FINISH);
    const key = partKey(identity, project.options, engine.versions());
    return { key, snapshotId: identity.snapshot_id, isRepeatable };
  } finally {
    database.close();
  }
}
