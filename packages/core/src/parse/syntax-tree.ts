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
  /** Indices into `names`. */
  kind: number[];
  field: number[];
  /** In UTF-16 units of the decoded text. */
  start: number[];
  end: number[];
  /** Nodes of the subtree, including the node itself. */
  size: number[];
  /** Of a leaf, in its normal form; a name as it is written. */
  text: string[];
  /** Index of the role in `roles`; -1 for an inner node. */
  role: number[];
  roles: string[];
  /** `BINDS`: the position binds the name. `WRITES`: it gives a value to it. */
  flags: number[];
  /** Index into `variables`; -1 if the leaf is not a name that scopes bind. */
  variable: number[];
  variables: SyntaxVariable[];
}

export interface SyntaxVariable {
  name: string;
  /** The node of its scope, `FILE_SCOPE` or `UNBOUND`. */
  scope: number;
}
