import { readPart } from '#index/part/append-part.ts';
import { PART_VERSIONS } from '#index/part/part-versions.ts';
import type { Connection } from '#postgres/connect.ts';
import { fetchPart } from '../part-store.ts';
import { functionsOf } from './project-functions.ts';
import { replaceStaged, stageFunctions } from './replace-project.ts';

/** The rows are of another part, or another version of this program added them. */
const MISSING = `
  part_key IS NOT NULL AND NOT EXISTS (
    SELECT FROM analyzer.copies_project AS its
    WHERE its.label = project.label AND its.part_key = project.part_key AND its.versions = $1
  )`;

/**
 * Projects with a result whose functions are not in the groups as this version finds them: results of earlier versions.
 *
 * @returns their names, ordered
 */
export async function missingProjects(connection: Connection): Promise<string[]> {
  const sql = `SELECT label FROM analyzer.project WHERE ${MISSING} ORDER BY label`;
  return (await connection.query<{ label: string }>(sql, [PART_VERSIONS])).map(({ label }) => label);
}

const NEXT = `
  SELECT label, part_key FROM analyzer.project
  WHERE ${MISSING} AND label <> ALL ($2) AND EXISTS (
    SELECT FROM analyzer.job_result AS result JOIN analyzer.job ON job.id = result.job_id
    WHERE result.part_key = project.part_key AND job.versions = $1
  )
  ORDER BY label LIMIT 1 FOR UPDATE SKIP LOCKED`;

/**
 * Adds the functions of one project with a result of this version that was stored without them.
 *
 * @param except names of projects
 * @param pathFor returns the path of a file that does not exist, for the part of a project; the caller removes it
 * @returns whether there was one
 * @throws {AnalyzerError} `unusable_index` if the part is damaged; errors of the server
 */
export function addMissingProject(
  connection: Connection,
  { except, pathFor }: { except: readonly string[]; pathFor: (label: string) => string },
): Promise<boolean> {
  return connection.transaction(async () => {
    const [project] = await connection.query<{ label: string; part_key: string }>(NEXT, [PART_VERSIONS, except]);
    if (project === undefined) return false;
    const { label, part_key: partKey } = project;
    const path = pathFor(label);
    await fetchPart(connection, { key: partKey, path });
    const { options } = await readPart(path);
    const functions = functionsOf(path, options.kinds);
    await stageFunctions(connection, functions.functions);
    await replaceStaged(connection, { label, partKey }, functions);
    return true;
  });
}
