import type { ComparedDeclaration, ComparedFile } from '#relate/copies/compared-file.ts';
import type { Copies } from '#relate/groups/occurrences.ts';
import { numbers, rangesOfNodes } from '../columns.ts';
import type { Statements } from '../sqlite/statements.ts';
import { lastNode } from './copies.ts';

/** A file of the index with an element block. */
export interface BlockFile {
  node: number;
  /** Of its last declaration, or its own. */
  lastNode: number;
  /** Bytes of the block. */
  size: number;
  /** The block, which is read from the database; the last one that was read is in memory. */
  readonly elements: Uint8Array;
}

/** A file of the index with its node. */
export interface StoredFile extends ComparedFile {
  node: number;
}

const BLOCKS = `
  SELECT file_id, last_node_id, staged_id, length(data) AS size
  FROM temp.element_block_of_file
  JOIN temp.staged_element_block AS block ON block.id = staged_id
  JOIN file ON file.id = file_id
  ORDER BY file_id`;
const DATA = 'SELECT data FROM temp.staged_element_block WHERE id = ?';

/** The files of all projects with an element block, by project and path. */
export function listBlockFiles(statements: Statements): BlockFile[] {
  let open: { id: number; elements: Uint8Array } | undefined;
  const read = (id: number): Uint8Array => {
    if (open?.id === id) return open.elements;
    const elements = statements.first(DATA, [id], (row) => row.bytes('data'));
    if (elements === undefined) throw new RangeError(`the staged element block ${id} is missing`);
    open = { id, elements };
    return elements;
  };
  return statements.all(BLOCKS, [], (row): BlockFile => {
    const staged = row.integer('staged_id');
    return {
      node: row.integer('file_id'),
      lastNode: row.integer('last_node_id'),
      size: row.integer('size'),
      get elements() {
        return read(staged);
      },
    };
  });
}

/**
 * Some files with their declarations.
 *
 * @param exact all groups of identical functions, and of functions identical up to renaming
 */
export function readComparedFiles(
  statements: Statements,
  files: readonly BlockFile[],
  exact: readonly Copies[],
): StoredFile[] {
  const marks = marksOf(statements, exact);
  const declarations = new Map<number, ComparedDeclaration[]>();
  for (const range of rangesOfNodes(lastNode(statements))) {
    readDeclarations(statements, range, (file, node, declaration) => {
      add(declarations, file, { ...declaration, ...marks(node) });
    });
  }
  return files.map((file) => ({
    node: file.node,
    size: file.size,
    declarations: declarations.get(file.node) ?? [],
    get elements() {
      return file.elements;
    },
  }));
}

/**
 * The declarations of successive files, as `readComparedFiles` without their hashes.
 *
 * @returns by node of the file
 */
export function readDeclarationsOf(
  statements: Statements,
  files: readonly BlockFile[],
): Map<number, ComparedDeclaration[]> {
  const declarations = new Map<number, ComparedDeclaration[]>();
  const range = [files[0]?.node ?? 0, files.at(-1)?.lastNode ?? 0] as const;
  readDeclarations(statements, range, (file, _, declaration) => add(declarations, file, declaration));
  return declarations;
}

function add(declarations: Map<number, ComparedDeclaration[]>, file: number, declaration: ComparedDeclaration): void {
  const list = declarations.get(file);
  if (list === undefined) declarations.set(file, [declaration]);
  else list.push(declaration);
}

const DECLARATIONS = `
  SELECT
    json_group_array(id) AS ids, json_group_array(file_id) AS files, json_group_array(parent_id) AS parents,
    json_group_array(nodes) AS nodes, json_group_array(start_byte) AS starts, json_group_array(end_byte) AS ends,
    json_group_array(start_line) AS first_lines, json_group_array(end_line) AS last_lines
  FROM (
    SELECT id, file_id, parent_id, nodes, start_byte, end_byte, start_line, end_line FROM node
    WHERE name_id IS NOT NULL AND id BETWEEN ? AND ?
    ORDER BY id
  )`;

/** Of classes and the like that occur more than once. */
const TREES = `
  SELECT node_id, lower(hex(tree_hash)) AS tree FROM temp.tree JOIN node ON node.id = node_id
  WHERE name_id IS NOT NULL AND tree_hash IN (SELECT tree_hash FROM temp.tree GROUP BY tree_hash HAVING count(*) > 1)`;

type Marks = Pick<ComparedDeclaration, 'function_body' | 'function_shape' | 'tree_hash'>;

/** The hashes of a declaration that others share. */
function marksOf(statements: Statements, exact: readonly Copies[]): (node: number) => Marks {
  const hashes = { 'function-body': new Map<number, string>(), 'function-shape': new Map<number, string>() };
  for (const { kind, fingerprint, occurrences } of exact) {
    if (kind !== 'function-body' && kind !== 'function-shape') continue;
    for (const { declaration } of occurrences) hashes[kind].set(declaration, fingerprint);
  }
  const trees = new Map(statements.all(TREES, [], (row) => [row.integer('node_id'), row.text('tree')]));
  return (node) => {
    const body = hashes['function-body'].get(node);
    const shape = hashes['function-shape'].get(node);
    const tree = trees.get(node);
    return {
      ...(body === undefined ? {} : { function_body: body }),
      ...(shape === undefined ? {} : { function_shape: shape }),
      ...(tree === undefined ? {} : { tree_hash: tree }),
    };
  };
}

function readDeclarations(
  statements: Statements,
  range: readonly [first: number, last: number],
  visit: (file: number, node: number, declaration: ComparedDeclaration) => void,
): void {
  const rows = statements.first(DECLARATIONS, range, (row) => ({
    ids: numbers(row, 'ids'),
    files: numbers(row, 'files'),
    parents: numbers(row, 'parents'),
    nodes: numbers(row, 'nodes'),
    starts: numbers(row, 'starts'),
    ends: numbers(row, 'ends'),
    firstLines: numbers(row, 'first_lines'),
    lastLines: numbers(row, 'last_lines'),
  }));
  for (const [at, node] of rows?.ids.entries() ?? []) {
    const file = rows?.files[at] ?? 0;
    visit(file, node, {
      nodes: rows?.nodes[at] ?? 0,
      // The file is the node before its first declaration.
      within: (rows?.parents[at] ?? 0) - file - 1,
      start_byte: rows?.starts[at] ?? 0,
      end_byte: rows?.ends[at] ?? 0,
      start_line: rows?.firstLines[at] ?? 0,
      end_line: rows?.lastLines[at] ?? 0,
    });
  }
}
