import type { Connection } from '#postgres/connect.ts';
import { FULL_PAGES } from './generation.ts';

/**
 * Lists of nodes filter by the category of a node: a combination of kind, language, exported and classes. `file_total` and
 * `name_total` count the nodes of each category in a file and with a name, so that a list counts without reading nodes.
 */
const CATEGORIES = `
  CREATE TABLE node_category AS
  SELECT
    (row_number() OVER (ORDER BY kind, language_id, exported, classes))::integer AS id, kind, language_id, exported, classes,
    sum(n)::bigint AS n
  FROM node_count GROUP BY kind, language_id, exported, classes;
  CREATE TABLE file_total AS
  SELECT file_id, category.id AS category_id, count(*)::integer AS n
  FROM node JOIN node_category AS category ON
    category.kind = node.kind AND category.language_id = coalesce(node.language_id, 0)
    AND category.exported = node.exported AND category.classes = node.classes
  WHERE file_id IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2;
  CREATE UNIQUE INDEX file_total_by_file ON file_total (file_id, category_id) INCLUDE (n) ${FULL_PAGES};
  CREATE INDEX file_total_by_category ON file_total (category_id, file_id) INCLUDE (n) ${FULL_PAGES};
  CREATE TABLE name_total AS
  SELECT name_id, category.id AS category_id, count(*)::integer AS n
  FROM node JOIN node_category AS category ON
    category.kind = node.kind AND category.language_id = coalesce(node.language_id, 0)
    AND category.exported = node.exported AND category.classes = node.classes
  WHERE name_id IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2;
  CREATE UNIQUE INDEX name_total_by_name ON name_total (name_id, category_id) INCLUDE (n) ${FULL_PAGES}`;

/**
 * The parts of a path that globs name, as the key of `path_part`: folders `src/lib/`, the name `/index.test.ts`, and its
 * endings `*.test.ts` and `*.ts`.
 */
const PARTS = `(
  SELECT array_to_string(folders[1:length], '/') || '/' AS pattern FROM generate_series(1, cardinality(folders) - 1) AS length
  UNION ALL SELECT '/' || base
  UNION ALL
  SELECT '*.' || array_to_string(endings[start:], '.') FROM generate_series(2, cardinality(endings)) AS start
) AS part`;
const SPLIT = `
  SELECT id, project_id, folders, base, string_to_array(base, '.') AS endings
  FROM (
    SELECT id, project_id, folders, folders[cardinality(folders)] AS base
    FROM (SELECT id, project_id, string_to_array(path, '/') AS folders FROM file) AS own
  ) AS own`;

/**
 * Nodes by category and project for each part of a path that many files have: a glob for fewer files is answered from
 * `file_total`. Part 0 is every path.
 */
const pathParts = (leastFiles: number) => `
  CREATE TABLE path_part AS
  SELECT (row_number() OVER (ORDER BY pattern))::integer AS id, pattern FROM (
    SELECT pattern FROM (${SPLIT}) AS own CROSS JOIN LATERAL ${PARTS}
    GROUP BY pattern HAVING count(*) >= ${leastFiles}
  ) AS own;
  CREATE INDEX path_part_by_pattern ON path_part USING hash (pattern);
  ANALYZE path_part;
  CREATE TABLE part_total AS
  SELECT part_id, project_id, category_id, sum(n)::bigint AS n FROM (
    SELECT path_part.id AS part_id, project_id, category_id, n
    FROM (${SPLIT}) AS own CROSS JOIN LATERAL ${PARTS}
    JOIN path_part ON path_part.pattern = part.pattern
    JOIN file_total ON file_total.file_id = own.id
    UNION ALL
    SELECT 0, project_id, category.id, node_count.n
    FROM node_count JOIN node_category AS category USING (kind, language_id, exported, classes)
  ) AS own
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3;
  CREATE UNIQUE INDEX part_total_by_project ON part_total (part_id, project_id, category_id) INCLUDE (n) ${FULL_PAGES};
  CREATE UNIQUE INDEX part_total_by_category ON part_total (part_id, category_id, project_id) INCLUDE (n) ${FULL_PAGES}`;

/** Names of which trigrams are counted: a part of a name is found by its rarest ones. */
const SAMPLE = 20_000;
const GRAMS = `
  CREATE TABLE name_gram AS
  SELECT gram, count(*)::integer AS n
  FROM (SELECT lower(text) AS text FROM name WHERE id % (SELECT count(*) / ${SAMPLE} + 1 FROM name) = 0) AS own
  CROSS JOIN LATERAL generate_series(1, length(text) - 2) AS start
  CROSS JOIN LATERAL (SELECT substr(text, start, 3) AS gram OFFSET 0) AS its
  WHERE gram ~ '^[a-z0-9]{3}$'
  GROUP BY gram`;

/** With so many files, their counts take longer to add than a list may take. */
const MIN_FILES = 1_000;

/** The tables that this file creates. */
export const NODE_TOTALS = [
  'node_category',
  'file_total',
  'name_total',
  'name_gram',
  'path_part',
  'part_total',
] as const;

/**
 * Creates them in the generation that is published.
 *
 * @param leastFiles files of a part of a path that is counted for itself
 */
export async function createNodeTotals(connection: Connection, leastFiles: number = MIN_FILES): Promise<void> {
  for (const sql of [...`${CATEGORIES};${pathParts(leastFiles)}`.split(';'), GRAMS]) await connection.query(sql);
  for (const name of NODE_TOTALS) await connection.query(`ANALYZE ${name}`);
}
