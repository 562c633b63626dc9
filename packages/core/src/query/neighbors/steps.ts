import { codeOf, EDGE_KINDS, type EdgeKind, LINK_STATES, NODE_KINDS } from '#index/codes.ts';

export type Direction = 'in' | 'out' | 'both';

const KIND = {
  contains: codeOf(EDGE_KINDS, 'contains'),
  imports: codeOf(EDGE_KINDS, 'imports'),
  calls: codeOf(EDGE_KINDS, 'calls'),
  inherits: codeOf(EDGE_KINDS, 'inherits'),
  references: codeOf(EDGE_KINDS, 'references'),
};
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
  SELECT own.id, child.id, ${KIND.contains}, ${RESOLVED}, child.start_line, ${NONE}, child.id
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
  SELECT at.id, file.id, ${KIND.contains}, ${RESOLVED}, ${NONE}, ${NONE}, file.id
  FROM at JOIN node AS own ON own.id = at.id AND own.kind = ${PROJECT}
  CROSS JOIN file ON file.project_id = own.project_id`;
const CONTAINER = `
  SELECT own.parent_id, own.id, ${KIND.contains}, ${RESOLVED}, own.start_line, ${NONE}, own.parent_id
  FROM at JOIN node AS own ON own.id = at.id WHERE own.parent_id IS NOT NULL`;
/** Edges of these kinds have a code in the column `phase`. */
const HAVE_PHASE: ReadonlySet<number> = new Set([KIND.imports, KIND.references]);
const links = (kind: number, near: string, far: string) => `
  SELECT from_id, to_id, kind, state, line, ${HAVE_PHASE.has(kind) ? 'phase' : NONE}, ${far} FROM at CROSS JOIN edge ON ${near} = at.id AND kind = ${kind}`;

const OUT: Readonly<Record<EdgeKind, readonly string[]>> = {
  contains: [CONTAINED_DECLARATIONS, CONTAINED_FILES],
  imports: [links(KIND.imports, 'from_id', 'to_id')],
  calls: [links(KIND.calls, 'from_id', 'to_id')],
  member: [],
  inherits: [links(KIND.inherits, 'from_id', 'to_id')],
  references: [links(KIND.references, 'from_id', 'to_id')],
};
const IN: Readonly<Record<EdgeKind, readonly string[]>> = {
  contains: [CONTAINER],
  imports: [links(KIND.imports, 'to_id', 'from_id')],
  calls: [links(KIND.calls, 'to_id', 'from_id')],
  member: [],
  inherits: [links(KIND.inherits, 'to_id', 'from_id')],
  references: [links(KIND.references, 'to_id', 'from_id')],
};

/**
 * The edges to follow, as SQL over a table `at` of node ids. Columns: start, end, kind, state, line, phase, and the end that the
 * step leads to. Groups are not nodes, so memberships are not included.
 *
 * @returns undefined when no edge kind is selected
 */
export function stepsOf(direction: Direction, kinds: readonly EdgeKind[]): string | undefined {
  const inOrder = EDGE_KINDS.filter((kind) => kinds.includes(kind));
  const out = direction === 'in' ? [] : inOrder.flatMap((kind) => OUT[kind]);
  const back = direction === 'out' ? [] : inOrder.flatMap((kind) => IN[kind]);
  const arms = [...out, ...back];
  return arms.length === 0 ? undefined : arms.join(' UNION ALL ');
}
