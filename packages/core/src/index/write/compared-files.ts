import { inflateRawSync } from 'node:zlib';
import type { ComparedDeclaration, ComparedFile } from '#relate/copies/compared-file.ts';
import type { Copies } from '#relate/groups/occurrences.ts';
import { numbers, rangesOfNodes } from '../columns.ts';
import type { Statements } from '../sqlite/statements.ts';
import { lastNode } from './copies.ts';

/** A file of the index with its node. */
export interface StoredFile extends ComparedFile {
  node: number;
}

const BLOCKS = 'SELECT first_file_id, sizes FROM element_block ORDER BY first_file_id';
const DATA = 'SELECT data FROM element_block WHERE first_file_id = ?';

/**
 * The files of all projects with an element block, by project and path. Blocks are read from the index when they are
 * needed; one row of them is in memory.
 *
 * @param exact all groups of identical functions, and of functions identical up to renaming
 */
export function readComparedFiles(statements: Statements, exact: readonly Copies[]): StoredFile[] {
  const rows = new ElementRows(statements);
  const declarations = readDeclarations(statements, exact);
  const blocks = statements.all(BLOCKS, [], (row) => ({
    first: row.integer('first_file_id'),
    sizes: numbers(row, 'sizes'),
  }));
  return blocks.flatMap(({ first, sizes }) => {
    let start = 0;
    return Array.from({ length: sizes.length / 2 }, (_, at): StoredFile => {
      const node = first + (sizes[2 * at] ?? 0);
      const size = sizes[2 * at + 1] ?? 0;
      const from = start;
      start += size;
      return {
        node,
        size,
        declarations: declarations.get(node) ?? [],
        get elements() {
          return rows.read(first, from, size);
        },
      };
    });
  });
}

/** Inflates one row after another. */
class ElementRows {
  readonly #statements: Statements;
  #open: { first: number; bytes: Uint8Array } | undefined;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  read(first: number, start: number, size: number): Uint8Array {
    if (this.#open?.first !== first) {
      const data = this.#statements.first(DATA, [first], (row) => row.bytes('data'));
      if (data === undefined) throw new RangeError(`there is no element block ${first}`);
      this.#open = { first, bytes: inflateRawSync(data) };
    }
    return this.#open.bytes.subarray(start, start + size);
  }
}

const DECLARATIONS = `
  SELECT
    json_group_array(id) AS ids, json_group_array(file_id) AS files, json_group_array(parent_id) AS parents,
    json_group_array(nodes) AS nodes, json_group_array(start_byte) AS starts, json_group_array(end_byte) AS ends
  FROM (
    SELECT id, file_id, parent_id, nodes, start_byte, end_byte FROM node
    WHERE name_id IS NOT NULL AND id BETWEEN ? AND ?
    ORDER BY id
  )`;

/** Of classes and the like that occur more than once. */
const TREES = `
  SELECT node_id, lower(hex(tree_hash)) AS tree FROM temp.tree JOIN node ON node.id = node_id
  WHERE name_id IS NOT NULL AND tree_hash IN (SELECT tree_hash FROM temp.tree GROUP BY tree_hash HAVING count(*) > 1)`;

/** By file. */
function readDeclarations(statements: Statements, exact: readonly Copies[]): Map<number, ComparedDeclaration[]> {
  const hashes = { 'function-body': new Map<number, string>(), 'function-shape': new Map<number, string>() };
  for (const { kind, fingerprint, occurrences } of exact) {
    if (kind !== 'function-body' && kind !== 'function-shape') continue;
    for (const { declaration } of occurrences) hashes[kind].set(declaration, fingerprint);
  }
  const trees = new Map(statements.all(TREES, [], (row) => [row.integer('node_id'), row.text('tree')]));
  const byFile = new Map<number, ComparedDeclaration[]>();
  for (const range of rangesOfNodes(lastNode(statements))) {
    const rows = statements.first(DECLARATIONS, range, (row) => ({
      ids: numbers(row, 'ids'),
      files: numbers(row, 'files'),
      parents: numbers(row, 'parents'),
      nodes: numbers(row, 'nodes'),
      starts: numbers(row, 'starts'),
      ends: numbers(row, 'ends'),
    }));
    for (const [at, node] of rows?.ids.entries() ?? []) {
      const file = rows?.files[at] ?? 0;
      const body = hashes['function-body'].get(node);
      const shape = hashes['function-shape'].get(node);
      const tree = trees.get(node);
      const list = byFile.get(file) ?? [];
      byFile.set(file, list);
      list.push({
        nodes: rows?.nodes[at] ?? 0,
        // The file is the node before its first declaration.
        within: (rows?.parents[at] ?? 0) - file - 1,
        start_byte: rows?.starts[at] ?? 0,
        end_byte: rows?.ends[at] ?? 0,
        ...(body === undefined ? {} : { function_body: body }),
        ...(shape === undefined ? {} : { function_shape: shape }),
        ...(tree === undefined ? {} : { tree_hash: tree }),
      });
    }
  }
  return byFile;
}
