import type { CycleChange } from '#diff/model.ts';
import type { GroupKind } from '#relate/model.ts';

/** One copy of a function, of another declaration, of a callback, or of a block. */
export interface Copy {
  path: string;
  /**
   * Qualified name; of a callback what it is passed or assigned to; of a block that of the declaration around it, empty
   * outside of declarations.
   */
  name: string;
  /** 1-based, inclusive. */
  start_line: number;
  end_line: number;
  /** Of the kind `near`: to the first copy, in thousandths; the first copy has none. */
  similarity?: number;
}

/**
 * Copies of each other: identical functions (`function-body`), functions that are identical up to renaming, some of which
 * can be identical (`function-shape`), similar declarations (`near`), or blocks.
 */
export interface CopyFamily {
  /** Of the clone group, `g_` and 20 hex digits; null for `near`, whose groups depend on the complete project. */
  id: string | null;
  kind: GroupKind;
  /** Syntax nodes of the largest copy. */
  nodes: number;
  /** By path and position; of the kind `near` the most similar first. */
  copies: Copy[];
}

export interface CopyChange {
  change: 'appeared' | 'grew' | 'shrank' | 'vanished';
  /** After the change; of a vanished family before it. */
  family: CopyFamily;
  /** Number of copies, 0 if there was no family. */
  before: number;
  after: number;
  /** Copies at locations where none was before; a location is a path and a name. */
  added: Copy[];
  removed: Copy[];
}

/** An import cycle that changed. */
export interface CycleUpdate {
  change: CycleChange['change'];
  /** After the change; of a vanished cycle before it. */
  files: string[];
  /** A shortest cycle through them; empty if the cycle vanished. */
  example: string[];
}

/** A file of a parsed language that has no facts of its own now, although it had some before or is new. */
export interface UnparsedFile {
  path: string;
  status: string;
  reason?: string;
  /** 1-based, of the first syntax error. */
  line?: number;
  /** The facts of its last version without an error still count. */
  is_kept?: true;
}

/** The effect of changed files. */
export interface SessionChange {
  /** Paths of added, removed and modified files, in byte order. */
  files: string[];
  copies: CopyChange[];
  cycles: CycleUpdate[];
  unparsed: UnparsedFile[];
}
