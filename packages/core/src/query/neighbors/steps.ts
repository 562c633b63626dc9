import { codeOf, EDGE_KINDS, type EdgeKind, LINK_STATES, NODE_KINDS } from '#index/codes.ts';

export type Direction = 'in' | 'out' | 'both';

const CONTAINS = codeOf(EDGE_KINDS, 'contains');
const RESOLVED = codeOf(LINK_STATES, 'resolved');
const PROJECT = codeOf(NODE_KINDS, 'project');

/** With its type, because the first of the arms below decides the type of a column. */
const NONE = 'CAST(NULL AS INTEGER)';

/**
 * Declarations in a file or declaration: they follow it, up to the first one that starts after its end. The last one is found
 * once for each node of `at`. The parent is compared so that no plan but a search of the range by its limits remains: a
 * server could else join all nodes by their parent, or find the last one again for each pair.
 */
const CONTAINED_DECLARATIONS = `
  SELECT own.id, child.id, ${CONTAINS}, ${RESOLVED}, child.start_line, ${NONE}, child.id
  FROM (
    WITH container(id, last) AS MATERIALIZED (
      SELECT own.id, coalesce(
        (
          SELECT next.id - 1 FROM node AS next
          WHERE next.id > own.id AND next.id <= file.last_node_id AND next.start_byte >= own.end_byte
          ORDER BY next.id LIMIT 1
        ),
        file.last_node_id
      )
      FROM at JOIN node AS own ON own.id = at.id JOIN file ON file.id = own.file_id
    )
    SELECT id, last FROM container
  ) AS own
  CROSS JOIN node AS child ON child.id > own.id AND child.id <= own.last
  WHERE child.parent_id >= own.id AND child.parent_id <= own.id`;
const CONTAINED_FILES = `
  SELECT at.id, file.id, ${CONTAINS}, ${RESOLVED}, ${NONE}, ${NONE}, file.id
  FROM at JOIN node AS own ON own.id = at.id AND own.kind = ${PROJECT}
  CROSS JOIN file ON file.project_id = own.project_id`;
const CONTAINER = `
  SELECT own.parent_id, own.id, ${CONTAINS}, ${RESOLVED}, own.start_line, ${NONE}, own.parent_id
  FROM at JOIN node AS own ON own.id = at.id WHERE own.parent_id IS NOT NULL`;
/** Kinds of links of the table `edge`, and those of them that have a code in the column `phase`. */
const LINKS: readonly EdgeKind[] = ['imports', 'calls', 'inherits', 'references'];
const PHASE = `CASE WHEN kind IN (${codesOf(['imports', 'references'])}) THEN phase END`;

function codesOf(kinds: readonly EdgeKind[]): string {
  return kinds.map((kind) => codeOf(EDGE_KINDS, kind)).join(', ');
}

/** Links of several kinds are read together. */
function links(kinds: readonly EdgeKind[], near: string, far: string): string[] {
  const wanted = LINKS.filter((kind) => kinds.includes(kind));
  if (wanted.length === 0) return [];
  const condition = wanted.length === LINKS.length ? '' : ` AND kind IN (${codesOf(wanted)})`;
  return [
    `SELECT from_id, to_id, kind, state, line, ${PHASE}, ${far} FROM at CROSS JOIN edge ON ${near} = at.id${condition}`,
  ];
}

/**
 * The edges to follow, as SQL over a table `at` of node ids. Columns: start, end, kind, state, line, phase, and the end that the
 * step leads to. Groups are not nodes, so memberships are not included.
 *
 * @returns undefined when no edge kind is selected
 */
export function stepsOf(direction: Direction, kinds: readonly EdgeKind[]): string | undefined {
  const contains = kinds.includes('contains');
  const out = [...(contains ? [CONTAINED_DECLARATIONS, CONTAINED_FILES] : []), ...links(kinds, 'from_id', 'to_id')];
  const back = [...(contains ? [CONTAINER] : []), ...links(kinds, 'to_id', 'from_id')];
  const arms = [...(direction === 'in' ? [] : out), ...(direction === 'out' ? [] : back)];
  return arms.length === 0 ? undefined : arms.join(' UNION ALL ');
}
