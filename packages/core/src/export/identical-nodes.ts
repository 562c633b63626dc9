import { codeOf, NODE_KINDS } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';
import { SHOWN_OCCURRENCES } from './shown-groups.ts';

/** A file or class with several copies, and the nodes of the shown copies. */
export interface PickedNodes {
  kind: 'file' | 'class';
  copies: number;
  projects: number;
  lines: number;
  nodes: readonly number[];
}

const FILE = codeOf(NODE_KINDS, 'file');

/** Files with the same functions, and identical classes in different files. */
const COPIES = `
  WITH copy AS (
    SELECT lower(hex(tree_hash)) AS copied, ${FILE} AS kind, id AS node_id, project_id, lines
    FROM file WHERE tree_hash IS NOT NULL AND functions > 0
    UNION ALL
    SELECT CAST(whole_copy.id AS TEXT), whole_copy.kind, node_id, project_id, end_line - start_line + 1
    FROM whole_copy JOIN whole_copy_node ON whole_copy_id = whole_copy.id JOIN node ON node.id = node_id
    WHERE whole_copy.kind <> ${FILE}
  ), turn AS (
    SELECT *, row_number() OVER (PARTITION BY copied ORDER BY turn, node_id) AS position FROM (
      SELECT *, row_number() OVER (PARTITION BY copied, project_id ORDER BY node_id) AS turn FROM copy
    ) AS in_project
  )
  SELECT
    min(kind) AS kind, count(*) AS copies, count(DISTINCT project_id) AS projects, max(lines) AS lines,
    json_group_array(node_id ORDER BY node_id) FILTER (WHERE position <= ${SHOWN_OCCURRENCES}) AS nodes
  FROM turn
  GROUP BY copied
  HAVING count(*) > 1
  ORDER BY projects DESC, (count(*) - 1) * max(lines) DESC, min(node_id)`;

/**
 * Identical files and classes, by number of projects, then by repeated lines.
 *
 * @param limit maximum number
 * @returns the first ones, and the number of further ones
 */
export function readIdenticalNodes(snapshot: Snapshot, limit: number): { picked: PickedNodes[]; more: number } {
  const all = snapshot.all(COPIES, [], (row) => {
    const nodes: number[] = JSON.parse(row.text('nodes'));
    return {
      kind: row.integer('kind') === FILE ? ('file' as const) : ('class' as const),
      copies: row.integer('copies'),
      projects: row.integer('projects'),
      lines: row.integer('lines'),
      nodes,
    };
  });
  return { picked: all.slice(0, limit), more: Math.max(0, all.length - limit) };
}
