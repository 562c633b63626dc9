import type { Copies, Occurrence } from '#relate/groups/occurrences.ts';
import type { GroupKind } from '#scan/model.ts';
import { numbers, rangesOfNodes } from '../columns.ts';
import type { Statements } from '../sqlite/statements.ts';

/** SQLite does not guarantee the order of nodes in a list; it is that of insertion. */
const copiesBy = (column: 'body' | 'shape') => `
  SELECT lower(hex(${column})) AS fingerprint, json_group_array(node_id) AS nodes FROM temp.print
  GROUP BY ${column} HAVING count(*) > 1
  ORDER BY ${column}`;

/**
 * All sets of functions, over all projects, that share a fingerprint. Only these are in memory, as numbers; SQLite
 * finds them, and sorts on disk if needed.
 *
 * @param sizes of nodes, by id
 */
export function readCopies(statements: Statements, sizes: ArrayLike<number>): Copies[] {
  const bodies = new Map<number, string>();
  const read = (kind: GroupKind, column: 'body' | 'shape', occurrence: (declaration: number) => Occurrence) =>
    statements.all(copiesBy(column), [], (row): Copies => {
      const nodes = numbers(row, 'nodes');
      const fingerprint = row.text('fingerprint');
      if (kind === 'function-body') for (const node of nodes) bodies.set(node, fingerprint);
      return { kind, fingerprint, occurrences: nodes.sort((a, b) => a - b).map(occurrence) };
    });
  // A body without copies is not part of any group of bodies.
  const occurrence = (declaration: number): Occurrence => ({
    declaration,
    nodes: sizes[declaration] ?? 0,
    body: bodies.get(declaration),
  });
  return [...read('function-body', 'body', occurrence), ...read('function-shape', 'shape', occurrence)];
}

/** Functions that are too small, or silenced by a comment that is trusted. */
const UNLISTED = `
  SELECT node_id FROM temp.print WHERE listed = 0
  UNION
  SELECT node.id AS node_id FROM temp.silenced_lines AS silenced
  JOIN file ON file.id = silenced.file_id
  JOIN node ON node.id BETWEEN file.id + 1 AND file.last_node_id
  WHERE node.start_line >= silenced.start_line AND node.end_line <= silenced.end_line`;

/** The groups of the chosen kinds, of functions that are large enough and not silenced. */
export function listedCopies(statements: Statements, copies: readonly Copies[], kinds: readonly GroupKind[]): Copies[] {
  const unlisted = new Set(statements.all(UNLISTED, [], (row) => row.integer('node_id')));
  const chosen = copies.filter(({ kind }) => kinds.includes(kind));
  if (unlisted.size === 0) return chosen;
  return chosen
    .map(({ occurrences, ...its }) => {
      return { ...its, occurrences: occurrences.filter(({ declaration }) => !unlisted.has(declaration)) };
    })
    .filter(({ occurrences }) => occurrences.length > 1);
}

const NODES = `
  SELECT json_group_array(id) AS ids, json_group_array(parent_id) AS parents, json_group_array(nodes) AS sizes
  FROM (
    SELECT id, coalesce(parent_id, -1) AS parent_id, coalesce(nodes, 0) AS nodes
    FROM node WHERE id BETWEEN ? AND ? ORDER BY id
  )`;

/** Data of nodes for linking groups, by id. */
export interface NodeTree {
  /** The parent node; -1 if none. */
  parents: Int32Array;
  /** Number of syntax nodes; 0 for nodes that are not declarations. */
  sizes: Int32Array;
}

export function readNodeTree(statements: Statements): NodeTree {
  const last = lastNode(statements);
  const tree = { parents: new Int32Array(last + 1).fill(-1), sizes: new Int32Array(last + 1) };
  for (const range of rangesOfNodes(last)) {
    statements.first(NODES, range, (row) => {
      const [parents, sizes] = [numbers(row, 'parents'), numbers(row, 'sizes')];
      for (const [at, id] of numbers(row, 'ids').entries()) {
        tree.parents[id] = parents[at] ?? -1;
        tree.sizes[id] = sizes[at] ?? 0;
      }
    });
  }
  return tree;
}

/** The greatest node id; 0 without nodes. */
export function lastNode(statements: Statements): number {
  return statements.first('SELECT max(id) AS n FROM node', [], (row) => row.optionalInteger('n')) ?? 0;
}
