import { readFileSync, writeFileSync } from 'node:fs';
import type { AnalyzerError } from '@analyzer/contracts';
import type { WorkspaceProject } from '#discovery/project.ts';
import type { Engine } from '#parse/engine.ts';
import { openDatabase } from '../sqlite/driver.ts';
import { Statements } from '../sqlite/statements.ts';
import { addProject, type ProjectScan } from '../write/add-project.ts';
import { AddedProjects } from '../write/added-projects.ts';
import type { PartContent } from './append-part.ts';
import { createPartTables, partKey } from './part-file.ts';

export interface WrittenPart {
  /** Of `partKey`. */
  key: string;
  content: PartContent;
  /** Another scan of the same files gives the same part: no parser failed, and every file could be read. */
  isRepeatable: boolean;
}

/** Of files; another scan of the same files may give another part. */
export const UNREPEATABLE: readonly string[] = ['timeout', 'parser-failed', 'missing-parser', 'unreadable'];
const HAS_UNREPEATABLE = `
  SELECT 1 AS n FROM coverage_count WHERE status IN (${UNREPEATABLE.map((it) => `'${it}'`).join(', ')})`;

/** Overwrites the path of this machine. */
const FINISH = 'PRAGMA secure_delete = ON; DELETE FROM local_root; COMMIT;';

/** No rollback and no durability: a part that is not complete is not used. */
const FAST = 'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;';

/** The bytes of a part without rows: to write them takes a third of the time of creating its tables. */
let empty: Uint8Array | undefined;

async function createPart(path: string): Promise<void> {
  if (empty !== undefined) return writeFileSync(path, empty, { flag: 'wx' });
  const database = await openDatabase(path, { readOnly: false });
  try {
    database.exec(`${FAST} PRAGMA page_size = 1024; BEGIN`);
    createPartTables(database);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
  empty = readFileSync(path);
}

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
  await createPart(path);
  const database = await openDatabase(path, { readOnly: false });
  try {
    database.exec(`${FAST} BEGIN`);
    const statements = new Statements(database);
    const projects = new AddedProjects(statements, engine, scan.signal);
    const error = await addProject(projects, project, { ...scan, withoutDocs: true });
    if (error !== undefined) return error;
    const [identity] = projects.identities;
    if (identity === undefined) throw new RangeError('a part without a project');
    statements.run('INSERT INTO part VALUES (1, ?, ?)', JSON.stringify(identity), JSON.stringify(project.options));
    const isRepeatable = statements.first(HAS_UNREPEATABLE, [], () => true) === undefined;
    database.exec(FINISH);
    const key = partKey(identity, project.options, engine.versions());
    return { key, content: { identity, options: project.options }, isRepeatable };
  } finally {
    database.close();
  }
}
