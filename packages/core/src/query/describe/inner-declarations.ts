import { FUNCTIONS } from '#index/codes.ts';
import type { Snapshot } from '#index/port.ts';

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

const INNER = `
  SELECT own.id, name.text AS name, own.kind IN (${FUNCTIONS}) AS is_function, own.start_line, own.end_line
  FROM node JOIN file ON file.id = node.file_id
  JOIN node AS own ON own.id BETWEEN node.id + 1 AND file.last_node_id AND own.parent_id = node.id
  LEFT JOIN name ON name.id = own.name_id
  WHERE node.id = ? AND node.kind NOT IN (${FUNCTIONS})
  ORDER BY own.id LIMIT ${MOST}`;

/** The declarations in a class, a file and the like, by position; none in a function. */
export function innerDeclarations(snapshot: Snapshot, node: number): InnerDeclaration[] {
  return snapshot.all(INNER, [node], (row) => ({
    node: row.integer('id'),
    name: row.optionalText('name') ?? '',
    isFunction: row.flag('is_function'),
    startLine: row.optionalInteger('start_line') ?? 1,
    endLine: row.optionalInteger('end_line') ?? 1,
  }));
}
