import type { Connection } from '#postgres/connect.ts';
import { ID_BITS, LAST_STEP } from '../codes.ts';
import type { Bridge } from './bridge/bridge.ts';
import { FULL_PAGES, schemaOf } from './generation.ts';
import { createNodeTotals, NODE_TOTALS } from './node-totals.ts';

/**
 * What lists of millions of rows need and a file does without: the groups by category, which is a combination of the
 * columns that a list filters by, in each order of the list; the number of groups of each category by steps of these
 * orders (`query/filters/group-steps.ts`), and the groups of a project side by side.
 */
const CREATE = `
  CREATE TABLE group_total AS
  SELECT
    (row_number() OVER (ORDER BY kind, language_id, classes, contained, same_as, shared))::integer AS id,
    kind, language_id, classes, contained, same_as, shared, n
  FROM (
    SELECT
      kind, language_id, classes, contained, same_as, CASE WHEN projects > 1 THEN 1 ELSE 0 END AS shared,
      sum(n)::bigint AS n
    FROM group_count WHERE project_id = 0
    GROUP BY 1, 2, 3, 4, 5, 6
  ) AS own;
  CREATE TABLE listed_group AS
  SELECT category.id AS category_id, its.id, projects, occurrences, nodes, score
  FROM clone_group AS its JOIN group_total AS category ON
    category.kind = its.kind AND category.language_id = its.language_id AND category.classes = its.classes
    AND (category.contained = 1) = (its.contained_in IS NOT NULL) AND (category.same_as = 1) = (its.same_as IS NOT NULL)
    AND (category.shared = 1) = (projects > 1)
  ORDER BY 1, 2;
  CREATE UNIQUE INDEX listed_group_by_id ON listed_group (category_id, id) INCLUDE (nodes, projects) ${FULL_PAGES};
  CREATE INDEX listed_group_by_nodes ON listed_group (category_id, nodes, id) INCLUDE (projects) ${FULL_PAGES};
  CREATE INDEX listed_group_by_occurrences ON listed_group (category_id, occurrences, id) INCLUDE (nodes, projects) ${FULL_PAGES};
  CREATE INDEX listed_group_by_score ON listed_group (category_id, score, id) INCLUDE (nodes, projects) ${FULL_PAGES};
  CREATE TABLE group_step AS
  SELECT key, step::integer AS step, category_id, count(*)::integer AS n
  FROM listed_group CROSS JOIN LATERAL (
    VALUES ('id', id >> ${ID_BITS}), ('nodes', least(nodes, ${LAST_STEP})), ('occurrences', least(occurrences, ${LAST_STEP})),
      ('score', least(score, ${LAST_STEP}))
  ) AS its (key, step)
  GROUP BY key, its.step, category_id ORDER BY 1, 2, 3;
  CREATE INDEX group_step_by_key ON group_step (key) ${FULL_PAGES};
  -- Groups of a project are far apart in the list of all.
  CREATE TABLE project_group AS
  SELECT
    project_id, id, kind, language_id, projects, clone_group.occurrences, nodes, score, contained_in, same_as, classes
  FROM group_project JOIN clone_group ON id = group_id
  ORDER BY project_id, id;
  CREATE UNIQUE INDEX project_group_by_id ON project_group (project_id, id) ${FULL_PAGES};
  ANALYZE group_total;
  ANALYZE listed_group;
  ANALYZE group_step;
  ANALYZE project_group`;

/** The tables that this file creates. */
export const GROUP_TOTALS = ['group_total', 'listed_group', 'group_step', 'project_group'] as const;

/** The tables of a generation that are its own. */
export const TOTALS = [...GROUP_TOTALS, ...NODE_TOTALS];

/** Creates them in the generation that is published. */
export async function createTotals(connection: Connection): Promise<void> {
  await connection.query(CREATE);
  await createNodeTotals(connection);
  await connection.query(`CREATE TABLE total_digest AS ${DIGESTS_OF_TOTALS}`);
}

/** What `verifyRows` compares with the stored digests: they do not depend on the order of rows. */
export const DIGESTS_OF_TOTALS = TOTALS.map(
  (name) => `
    SELECT '${name}' AS name, count(*) || ' ' || coalesce(sum(hash_record_extended(its, 0)), 0) AS digest FROM ${name} AS its`,
).join(' UNION ALL ');

/** Whether a generation has them: those of earlier versions of this program do not. */
export function hasTotals(bridge: Bridge, generation: number): boolean {
  const [row] = bridge.run('SELECT to_regclass($1) IS NOT NULL', [`${schemaOf(generation)}.part_total`]).rows;
  return row?.[0] === 1;
}
