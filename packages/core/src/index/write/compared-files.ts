import type { ComparedDeclaration, ComparedFile } from '#relate/copies/compared-file.ts';
import type { Copies } from '#relate/groups/occurrences.ts';
import { numbers, rangesOfNodes } from '../columns.ts';
import type { Statements } from '../sqlite/statements.ts';
import { lastNode } from './copies.ts';

/** A file of the index with its node. */
export interface StoredFile extends ComparedFile {
  node: number;
}

const BLOCKS = `
  SELECT file_id, staged_id, length(data) AS size
  FROM temp.element_block_of_file JOIN temp.staged_element_block ON id = staged_id
  ORDER BY file_id`;
const DATA = 'SELECT data FROM temp.staged_element_block WHERE id = ?';

/**
 * The files of all projects with an element block, by project and path. Blocks are read from the database when they are
 * needed; the last one is in memory.
 *
 * @param exact all groups of identical functions, and of functions identical up to renaming
 */
export function readComparedFiles(statements: Statements, exact: readonly Copies[]): StoredFile[] {
  const declarations = readDeclarations(statements, exact);
  let open: { id: number; elements: Uint8Array } | undefined;
  const read = (id: number): Uint8Array => {
    if (open?.id === id) return open.elements;
    const elements = statements.first(DATA, [id], (row) => row.bytes('data'));
    if (elements === undefined) throw new RangeError(`the staged element block ${id} is missing`);
    open = { id, elements };
    return elements;
  };
  return statements.all(BLOCKS, [], (row): StoredFile => {
    const node = row.integer('file_id');
    const staged = row.integer('staged_id');
    return {
      node,
      size: row.integer('size'),
      declarations: declarations.get(node) ?? [],
      get elements() {
        return read(staged);
      },
    };
  });
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
