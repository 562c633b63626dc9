import type { CycleChange } from '#diff/model.ts';

/** One copy of a function. */
export interface FunctionCopy {
  path: string;
  /** Qualified name. */
  name: string;
  /** 1-based, inclusive. */
  start_line: number;
  end_line: number;
}

export type FamilyKind = 'function-body' | 'function-shape';

/** Functions that are identical (`function-body`), or identical up to renaming (`function-shape`). */
export interface CopyFamily {
  /** Of the clone group, `g_` and 20 hex digits. */
  id: string;
  kind: FamilyKind;
  /** Syntax nodes of the largest copy. */
  nodes: number;
  /** By path and line. */
  copies: FunctionCopy[];
}

export interface CopyChange {
  change: 'appeared' | 'grew' | 'shrank' | 'vanished';
  /** After the change; of a vanished family before it. */
  family: CopyFamily;
  /** Number of copies, 0 if there was no family. */
  before: number;
  after: number;
  /** Copies at locations where none was before; a location is a path and a name. */
  added: FunctionCopy[];
  removed: FunctionCopy[];
}

/** An import cycle that changed. */
export interface CycleUpdate {
  change: CycleChange['change'];
  /** After the change; of a vanished cycle before it. */
  files: string[];
  /** A shortest cycle through them; empty if the cycle vanished. */
  example: string[];
}

/** A file of a parsed language that has no facts now, although it had some before or is new. */
export interface UnparsedFile {
  path: string;
  status: string;
  reason?: string;
}

/** The effect of changed files. */
export interface SessionChange {
  /** Paths of added, removed and modified files, in byte order. */
  files: string[];
  copies: CopyChange[];
  cycles: CycleUpdate[];
  unparsed: UnparsedFile[];
}
