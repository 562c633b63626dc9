import { codeOf, FUNCTIONS, GROUP_KINDS, NODE_KINDS } from '../codes.ts';
import type { Database } from '../sqlite/driver.ts';
import { COPIED_RANGES } from './copied-lines.ts';

const FIRST_DECLARATION = codeOf(NODE_KINDS, 'file') + 1;
const BODY = codeOf(GROUP_KINDS, 'function-body');

/** Counts that lists and summaries need. */
const COUNTS = `
  INSERT INTO node_count
  SELECT project_id, kind, coalesce(language_id, 0), exported, classes, count(*) FROM node
  WHERE kind <> ${codeOf(NODE_KINDS, 'project')}
  GROUP BY 1, 2, 3, 4, 5
  ORDER BY 1, 2, 3, 4, 5;

  INSERT INTO project_language
  SELECT file.project_id, language_id, count(*), sum(lines), sum(functions)
  FROM file JOIN node ON node.id = file.id
  WHERE tree_hash IS NOT NULL
  GROUP BY 1, 2
  ORDER BY 1, 2;

  INSERT INTO exclusion_count
  SELECT project_id, rule_id, count(*) FROM exclusion GROUP BY 1, 2 ORDER BY 1, 2;

  INSERT INTO group_count
  SELECT
    0, kind, language_id, contained_in IS NOT NULL, same_as IS NOT NULL,
    classes, projects, nodes, count(*), sum(occurrences)
  FROM clone_group
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
  ORDER BY 1, 2, 3, 4, 5, 6, 7, 8;

  INSERT INTO group_count
  SELECT
    project_id, kind, language_id, contained_in IS NOT NULL, same_as IS NOT NULL,
    classes, projects, nodes, count(*), sum(clone_group.occurrences)
  FROM group_project JOIN clone_group ON clone_group.id = group_id
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
  ORDER BY 1, 2, 3, 4, 5, 6, 7, 8;

  UPDATE project SET
    files = (SELECT count(*) FROM file WHERE project_id = project.id),
    lines = (SELECT coalesce(sum(lines), 0) FROM project_language WHERE project_id = project.id),
    functions =
      (SELECT coalesce(sum(n), 0) FROM node_count WHERE project_id = project.id AND kind IN (${FUNCTIONS})),
    declarations =
      (SELECT coalesce(sum(n), 0) FROM node_count WHERE project_id = project.id AND kind >= ${FIRST_DECLARATION}),
    shared_groups = (
      SELECT coalesce(sum(n), 0) FROM group_count
      WHERE project_id = project.id AND contained = 0 AND same_as = 0 AND projects > 1
    ),
    repeated_lines = (SELECT coalesce(sum(repeated_lines), 0) FROM file WHERE project_id = project.id),
    copied_lines = (SELECT coalesce(sum(copied_lines), 0) FROM file WHERE project_id = project.id);
`;

/** Lines of identical functions. */
const REPEATED_RANGES = `
  SELECT node.file_id, node.start_line AS first, node.end_line AS last
  FROM occurrence JOIN clone_group ON clone_group.id = group_id JOIN node ON node.id = node_id
  WHERE clone_group.kind = ${BODY}`;

/**
 * Lines of each file in some ranges, each line counted once.
 *
 * @param ranges rows with `file_id`, `first` and `last`
 */
const linesOf = (column: 'repeated_lines' | 'copied_lines', ranges: string) => `
  UPDATE file SET ${column} = counted.n FROM (
    SELECT file_id, sum(max(last - max(first - 1, covered), 0)) AS n FROM (
      SELECT file_id, first, last, coalesce(max(last) OVER (
        PARTITION BY file_id ORDER BY first ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
      ), 0) AS covered
      FROM (${ranges})
    )
    GROUP BY file_id
  ) AS counted
  WHERE counted.file_id = file.id;
`;

/** Counts the written rows, after all projects, groups and `findShownGroups`. */
export function writeCounts(database: Database): void {
  database.exec(linesOf('repeated_lines', REPEATED_RANGES));
  database.exec(linesOf('copied_lines', COPIED_RANGES));
  database.exec(COUNTS);
}
