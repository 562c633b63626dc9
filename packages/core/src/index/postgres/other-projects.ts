import { AnalyzerError } from '@analyzer/contracts';
import type { Connection } from '#postgres/connect.ts';
import { requireProjects } from '../write/other-projects.ts';
import { schemaOf } from './generation.ts';

/**
 * Ensures that a new index has each project of the current one of a server, as `requireProjects` does for a file. The
 * versions of the schema have the same labels.
 *
 * @param labels of the projects of the new index
 * @throws AnalyzerError `other_projects`; `unusable_index` if the current index has no readable projects
 */
export async function requireProjectsOfServer(connection: Connection, labels: readonly string[]): Promise<void> {
  const [current] = await connection.query<{ generation: number }>('SELECT generation FROM analyzer.current');
  if (current === undefined) return;
  const table = `${schemaOf(current.generation)}.project`;
  const [column] = await connection.query(
    "SELECT 1 AS found FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = 'label'",
    [table],
  );
  if (column === undefined) throw withoutProjects(connection.server, table);
  const earlier = await connection.query<{ label: string }>(`SELECT label FROM ${table} ORDER BY id`);
  requireProjects(
    connection.server,
    earlier.map(({ label }) => label),
    labels,
  );
}

function withoutProjects(path: string, table: string): AnalyzerError {
  const reason = `its projects cannot be read: the table ${table} or its labels are missing`;
  return new AnalyzerError('unusable_index', { path, reason }, { hint: 'Replace this index with --replace.' });
}
