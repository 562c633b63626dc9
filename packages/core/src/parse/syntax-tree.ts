import { endianness } from 'node:os';

/** Properties of a leaf, as bits. */
export const BINDS = 1;
export const WRITES = 2;

/** The scope of a name that no scope of the file binds, and of one that a closed scope hides. */
export const UNBOUND = -2;
export const FILE_SCOPE = -1;

/**
 * The syntax tree of a file as plain data: columns in pre-order, without comments, docstrings and redundant punctuation,
 * as the canonical stream has them (docs/specifications/fingerprints.md). A node is its index; its children follow it.
 */
export interface SyntaxTree {
  /** Kinds and fields; the first one is empty. */
  names: string[];
  roles: string[];
  /** Distinct texts of leaves; the first one is empty. */
  texts: string[];
  nodes: NodeColumns;
  variables: VariableColumns;
}

export interface NodeColumns {
  /** Indices into `names`. */
  kind: Int32Array;
  field: Int32Array;
  /** In UTF-16 units of the decoded text. */
  start: Int32Array;
  end: Int32Array;
  /** Nodes of the subtree, including the node itself. */
  size: Int32Array;
  /** Index into `texts`: of a leaf, in its normal form; a name as it is written. */
  text: Int32Array;
  /** Index of the role in `roles`; -1 for an inner node. */
  role: Int32Array;
  /** `BINDS`: the position binds the name. `WRITES`: it gives a value to it. */
  flags: Int32Array;
  /** Index into the variables; -1 if the leaf is not a name that scopes bind. */
  variable: Int32Array;
}

export interface VariableColumns {
  /** Index into `texts`. */
  name: Int32Array;
  /** The node of its scope, `FILE_SCOPE` or `UNBOUND`. */
  scope: Int32Array;
}

/** What JSON has of a tree; its columns are sent as bytes. */
export interface TreeHeader extends Pick<SyntaxTree, 'names' | 'roles' | 'texts'> {
  nodes: number;
  variables: number;
}

/** Columns are written with their least significant byte first. */
const IS_SWAPPED = endianness() === 'BE';
const BYTES = Int32Array.BYTES_PER_ELEMENT;

export function headerOf({ names, roles, texts, nodes, variables }: SyntaxTree): TreeHeader {
  return { names, roles, texts, nodes: nodes.kind.length, variables: variables.name.length };
}

/** The columns of a tree, in the order of `NodeColumns` and `VariableColumns`, little-endian. */
export function encodeTree({ nodes, variables }: SyntaxTree): Buffer {
  const { kind, field, start, end, size, text, role, flags, variable } = nodes;
  const columns = [kind, field, start, end, size, text, role, flags, variable, variables.name, variables.scope];
  return swapped(Buffer.concat(columns.map((it) => new Uint8Array(it.buffer, it.byteOffset, it.byteLength))));
}

/** @returns the tree, and the bytes after its columns */
export function decodeTree(header: TreeHeader, bytes: Uint8Array): { tree: SyntaxTree; rest: Uint8Array } {
  const { names, roles, texts, nodes, variables } = header;
  const length = (9 * nodes + 2 * variables) * BYTES;
  // A copy starts at a multiple of four.
  const isAligned = bytes.byteOffset % BYTES === 0;
  const block = isAligned ? bytes.subarray(0, length) : new Uint8Array(bytes.subarray(0, length));
  swapped(Buffer.from(block.buffer, block.byteOffset, length));
  const all = new Int32Array(block.buffer, block.byteOffset, length / BYTES);
  const column = (at: number) => all.subarray(at * nodes, (at + 1) * nodes);
  const tree = {
    ...{ names, roles, texts },
    nodes: {
      ...{ kind: column(0), field: column(1), start: column(2), end: column(3), size: column(4) },
      ...{ text: column(5), role: column(6), flags: column(7), variable: column(8) },
    },
    variables: {
      name: all.subarray(9 * nodes, 9 * nodes + variables),
      scope: all.subarray(9 * nodes + variables),
    },
  };
  return { tree, rest: bytes.subarray(length) };
}

function swapped(bytes: Buffer): Buffer {
  return IS_SWAPPED ? bytes.swap32() : bytes;
}
