import type { Connection } from '#postgres/connect.ts';
import type { Bridge } from './bridge/bridge.ts';
import { schemaOf } from './generation.ts';
import { createNodeTotals, NODE_TOTALS } from './node-totals.ts';

/**
 * What lists of millions of rows need and a file does without: the number of groups for each combination of
 * filters, the groups of a combination in the order of the list, and those of a project side by side.
 */
const TOTALS = `
  CREATE TABLE group_total AS
  SELECT
    kind, language_id, classes, contained, same_as,
    CASE WHEN projects > 1 THEN 1 ELSE 0 END::bigint AS shared,
    sum(n)::bigint AS n
  FROM group_count WHERE project_id = 0
  GROUP BY 1, 2, 3, 4, 5, 6;
  CREATE INDEX group_total_by_kind ON group_total (kind, language_id, classes);
  CREATE INDEX group_by_kind ON clone_group (kind, language_id, classes, id)
  INCLUDE (projects, nodes, occurrences, contained_in, same_as);
  CREATE INDEX group_by_kind_and_nodes ON clone_group (kind, language_id, classes, nodes DESC, id)
  INCLUDE (projects, occurrences, contained_in, same_as);
  -- Groups of a project are far apart in the list of all.
  CREATE TABLE project_group AS
  SELECT
    project_id, id, kind, language_id, projects, clone_group.occurrences, nodes, score, contained_in, same_as, classes
  FROM group_project JOIN clone_group ON id = group_id
  ORDER BY project_id, id;
  CREATE UNIQUE INDEX project_group_by_id ON project_group (project_id, id);
  ANALYZE group_total;
  ANALYZE project_group`;

/** The tables that this file creates. */
export const GROUP_TOTALS = ['group_total', 'project_group'] as const;

/** Creates them in the generation that is published. */
export async function createTotals(connection: Connection): Promise<void> {
  await connection.query(TOTALS);
  await createNodeTotals(connection);
}

/** Lets lists read an index of a total without the rows: only a vacuum marks rows of CREATE TABLE AS as visible to all. */
export async function vacuumTotals(connection: Connection, schema: string): Promise<void> {
  const tables = [...GROUP_TOTALS, ...NODE_TOTALS].map((name) => `${schema}.${name}`);
  await connection.query(`VACUUM ${tables.join(', ')}`);
}

/** Whether a generation has them: those of earlier versions of this program do not. */
export function hasTotals(bridge: Bridge, generation: number): boolean {
  const [row] = bridge.run('SELECT to_regclass($1) IS NOT NULL', [`${schemaOf(generation)}.part_total`]).rows;
  return row?.[0] === 1;
}
