import type { Connection } from '#postgres/connect.ts';
import type { Bridge } from './bridge/bridge.ts';
import { schemaOf } from './generation.ts';

/**
 * What lists of millions of rows need and a file does without: the number of groups and of nodes for each combination of
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
  CREATE TABLE node_total AS
  SELECT kind, language_id, exported, classes, sum(n)::bigint AS n FROM node_count GROUP BY 1, 2, 3, 4;
  ANALYZE group_total;
  ANALYZE project_group;
  ANALYZE node_total`;

/** Creates them in the generation that is published. */
export async function createTotals(connection: Connection): Promise<void> {
  await connection.query(TOTALS);
}

/** Whether a generation has them: those of earlier versions of this program do not. */
export function hasTotals(bridge: Bridge, generation: number): boolean {
  const [row] = bridge.run('SELECT to_regclass($1) IS NOT NULL', [`${schemaOf(generation)}.project_group`]).rows;
  return row?.[0] === 1;
}
