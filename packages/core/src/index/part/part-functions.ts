import type { FunctionGroupKind } from '#scan/model.ts';
import { hex } from '../keys.ts';
import type { Row } from '../port.ts';
import { openDatabase } from '../sqlite/driver.ts';
import { Statements } from '../sqlite/statements.ts';

/** A function that can be in a group of a kind: identical functions, or functions identical up to renaming. */
export interface PartFunction {
  kind: FunctionGroupKind;
  /** 64 hex digits. */
  fingerprint: string;
  /** Relative to the project. */
  path: string;
  startByte: number;
  endByte: number;
  /** From 1, inclusive. */
  startLine: number;
  endLine: number;
  /** Syntax nodes. */
  nodes: number;
  name: string;
}

const FUNCTIONS = `
  SELECT body, shape, path, start_byte, end_byte, start_line, end_line, node.nodes, coalesce(name.text, '') AS name
  FROM print
  JOIN node ON node.id = print.node_id
  JOIN file ON file.id = node.file_id
  LEFT JOIN name ON name.id = node.name_id
  WHERE listed = 1
  ORDER BY print.node_id`;

/**
 * The functions of a part that are large enough for its options, each once for each kind.
 *
 * @param path absolute, of a part that this process wrote or checked; it is open until the last function
 * @throws errors of SQLite
 */
export async function* partFunctions(path: string): AsyncGenerator<PartFunction> {
  const database = await openDatabase(path, { readOnly: true });
  try {
    const statements = new Statements(database);
    for (const { body, shape, ...its } of statements.iterate(FUNCTIONS, [], partFunction)) {
      yield { kind: 'function-body', fingerprint: body, ...its };
      yield { kind: 'function-shape', fingerprint: shape, ...its };
    }
  } finally {
    database.close();
  }
}

function partFunction(row: Row) {
  return {
    body: hex(row.bytes('body')),
    shape: hex(row.bytes('shape')),
    path: row.text('path'),
    startByte: row.integer('start_byte'),
    endByte: row.integer('end_byte'),
    startLine: row.integer('start_line'),
    endLine: row.integer('end_line'),
    nodes: row.integer('nodes'),
    name: row.text('name'),
  };
}
