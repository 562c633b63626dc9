import { byId } from '../by-id.ts';
import { FUNCTIONS } from '../codes.ts';
import type { Snapshot } from '../port.ts';

/** A declaration directly in another node. */
export interface InnerDeclaration {
  /** Integer id. */
  node: number;
  name: string;
  isFunction: boolean;
  startLine: number;
  endLine: number;
}

/** A class with more is hardly a copy. */
const MOST = 1000;

/** A range of parents and a name for each row, because a server would read all nodes and names to join equal ones. */
const innerSql = (condition: string) => `
  SELECT
    container, id, (SELECT text FROM name WHERE name.id = name_id) AS name, is_function, start_line, end_line
  FROM (
    SELECT
      node.id AS container, own.id, own.name_id, own.kind IN (${FUNCTIONS}) AS is_function, own.start_line,
      own.end_line, row_number() OVER (PARTITION BY node.id ORDER BY own.id) AS place
    FROM json_each(?) AS wanted
    CROSS JOIN node ON node.id = wanted.value AND node.kind NOT IN (${FUNCTIONS}) ${condition}
    CROSS JOIN file ON file.id = node.file_id
    CROSS JOIN node AS own ON own.id BETWEEN node.id + 1 AND file.last_node_id
      AND own.parent_id BETWEEN node.id AND node.id
  ) AS found
  WHERE place <= ${MOST}
  ORDER BY container, id`;
const INNER = innerSql('');
const INNER_OF_TYPES = innerSql('AND node.name_id IS NOT NULL');

/** The declarations in classes, files and the like, by node; functions and those without declarations are absent. */
export function innerDeclarations(snapshot: Snapshot, nodes: readonly number[]): Map<number, InnerDeclaration[]> {
  return read(snapshot, INNER, nodes);
}

/** The same of classes and the like, not of files. */
export function innerDeclarationsOf(snapshot: Snapshot, nodes: readonly number[]): Map<number, InnerDeclaration[]> {
  return read(snapshot, INNER_OF_TYPES, nodes);
}

function read(snapshot: Snapshot, sql: string, nodes: readonly number[]): Map<number, InnerDeclaration[]> {
  return byId(
    snapshot.all(sql, [JSON.stringify([...new Set(nodes)])], (row) => [
      row.integer('container'),
      {
        node: row.integer('id'),
        name: row.optionalText('name') ?? '',
        isFunction: row.flag('is_function'),
        startLine: row.optionalInteger('start_line') ?? 1,
        endLine: row.optionalInteger('end_line') ?? 1,
      },
    ]),
  );
}
