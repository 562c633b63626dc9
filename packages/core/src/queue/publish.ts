import { AnalyzerError } from '@analyzer/contracts';
import { LOCKS } from '#postgres/advisory-locks.ts';
import type { Connection } from '#postgres/connect.ts';
import type { Publication } from './assemble.ts';
import { contentOf, publishedAs, type ReadyProject, recordFile } from './published.ts';

export interface Published {
  snapshotId: string;
  /** The index was published from the same parts before: nothing was written. */
  isUnchanged: boolean;
  projects: number;
  /** Projects without a part: their jobs wait, run or are dead. */
  missing: number;
}

const PROJECTS = `
  SELECT project.label, project.part_key, project.root FROM analyzer.project
  ORDER BY project.label COLLATE "C"`;

/**
 * Assembles an index of the parts of all projects, and replaces the index. One program at a time publishes. All
 * parts are read from one state of the queue. An index of the same parts stays, and nothing is written.
 *
 * @throws {AnalyzerError} `busy` if another program publishes; `not_found` if no project has a part
 */
export async function publish(connection: Connection, publication: Publication): Promise<Published> {
  let written: { content: string; state: string } | undefined;
  const published = await connection.transaction(async () => {
    await lockAssembly(connection);
    const { projects, missing } = await readyProjects(connection);
    const content = contentOf(projects);
    const { db, signal } = publication;
    const earlier = await publishedAs(connection, db, content, signal);
    const counts = { projects: projects.length, missing };
    if (earlier !== undefined) return { snapshotId: earlier, isUnchanged: true, ...counts };
    // Most of the program is necessary only to write.
    const { assemble } = await import('./assemble.ts');
    const { snapshotId, state } = await assemble(connection, publication, projects, content);
    if (state !== undefined) written = { content, state };
    return { snapshotId, isUnchanged: false, ...counts };
  }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  if (written !== undefined) await recordFile(connection, publication.db, written);
  return published;
}

async function lockAssembly(connection: Connection): Promise<void> {
  const sql = 'SELECT pg_try_advisory_xact_lock($1, 0) AS taken';
  const [lock] = await connection.query<{ taken: boolean }>(sql, [LOCKS.assembly]);
  if (lock?.taken === true) return;
  const problem = 'another program publishes the index of this queue';
  throw new AnalyzerError('busy', { problem }, { hint: 'Try again later.' });
}

async function readyProjects(connection: Connection): Promise<{ projects: ReadyProject[]; missing: number }> {
  const all = await connection.query<{ label: string; part_key: string | null; root: string | null }>(PROJECTS);
  const projects = all.flatMap(({ part_key: key, ...its }) => (key === null ? [] : [{ ...its, key }]));
  if (projects.length > 0) return { projects, missing: all.length - projects.length };
  const hint = 'Start `analyzer worker --once` first.';
  throw new AnalyzerError('not_found', { what: 'indexed project in', name: connection.server }, { hint });
}
