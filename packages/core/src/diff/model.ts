import type { DeclarationKind } from '#parse/facts.ts';
import type { Resemblance } from '#relate/similarity/bounds.ts';
import type { SimilaritySearch, SimilarPair } from '#relate/similarity/similar-files.ts';
import type { FileStatus, GroupKind, LinkState, Runtime, Scan, ScanOptions } from '#scan/model.ts';

/** Everything that changes the result of a diff. */
export interface DiffOptions extends ScanOptions {
  /** The least similarity of files that are reported as similar, in millionths. */
  threshold: number;
  /** The most pairs of files that the search looks at. */
  max_pairs: number;
}

/** Where one side came from. */
export interface Side {
  /** The folder's own name. */
  root: string;
  revision?: { written: string; object: string };
}

/** What is known of a file or link on one side. */
export interface FileState {
  path: string;
  size: number;
  sha256?: string;
  lines?: number;
  language?: string;
  status?: FileStatus;
  /** Of a symbolic link, relative to its folder. */
  target?: string;
  /** The symbolic link leads out of the compared folder. */
  outside?: true;
}

/**
 * `moved`, `copied`: the very bytes under another path. `moved-edited`: a removed and an added file that resemble each
 * other. `unreadable`: on one side or both, so nothing can be said.
 */
export type FileChangeKind = 'added' | 'removed' | 'modified' | 'moved' | 'moved-edited' | 'copied' | 'unreadable';

/**
 * What a changed file's bytes mean: `layout` when the code is the same but for comments and formatting, `code` when it
 * is not, `content` for files that are no code, `unknown` where one side was not analysed.
 */
export type FileEffect = 'layout' | 'code' | 'content' | 'unknown';

export interface FileChange {
  change: FileChangeKind;
  before?: FileState;
  after?: FileState;
  /** Of `modified` and `moved-edited`. */
  effect?: FileEffect;
  /** Of `moved-edited`. */
  resemblance?: Resemblance;
  /** Of `removed`: where the same bytes still are. */
  same_as?: string;
}

export type DeclarationChangeKind =
  | 'added'
  | 'removed'
  | 'moved'
  | 'renamed'
  | 'signature-changed'
  | 'names-changed'
  | 'changed'
  | 'exported'
  | 'unexported';

/** A declaration on one side. */
export interface DeclarationState {
  id: string;
  path: string;
  qualified_name: string;
  start_line: number;
  end_line: number;
  exported: boolean;
  /** Parameters and what is returned, as written, on one line. */
  signature: string;
}

export interface DeclarationChange {
  /** What became of it, in the order of `DeclarationChangeKind`: it may be moved and renamed at once. */
  changes: DeclarationChangeKind[];
  kind: DeclarationKind;
  is_test: boolean;
  before?: DeclarationState;
  after?: DeclarationState;
  /** It changed, as far as can be told, only in declarations in it that are listed themselves. */
  holds_changes?: true;
  /** Of one added or removed: declarations in it, which are not listed. */
  holds: number;
}

/** A file whose declarations stand in several files afterwards, or one that is made of several. */
export interface Regrouping {
  change: 'split' | 'merged';
  path: string;
  /** The files on the other side, with how many of the declarations each holds. */
  parts: { path: string; declarations: number }[];
}

export interface ImportChange {
  change: 'appeared' | 'vanished';
  /** The importing file, as its side names it. */
  path: string;
  line: number;
  state: LinkState;
  /** A project file where resolved, else the specifier. */
  target: string;
}

export interface CycleChange {
  change: 'appeared' | 'vanished' | 'grew' | 'shrank' | 'changed';
  /** Files as each side names them; empty when there was, or is, none. */
  before: string[];
  after: string[];
}

/**
 * `diverged`: copies were edited and no longer agree. `edited-together`: all were edited alike. `grew` and `shrank`:
 * copies were added or removed.
 */
export type GroupChangeKind = 'appeared' | 'vanished' | 'grew' | 'shrank' | 'diverged' | 'edited-together';

export interface GroupChange {
  change: GroupChangeKind;
  /** Of the group afterwards, or when it is gone, before. */
  id: string;
  kind: GroupKind;
  nodes: number;
  /** Part of a larger group that changed too. */
  contained: boolean;
  /** How many occurrences there were and are. */
  before: number;
  after: number;
  /** Ids of occurrences that are new in the group. */
  added: string[];
  /** Ids, as they were, of occurrences that are no longer in the project. */
  removed: string[];
  /** Ids, as they are now, of occurrences that were edited and left the group. */
  edited: string[];
}

export interface Diff {
  engine: string;
  options: DiffOptions;
  before: Side;
  after: Side;
  /** Entries compared and what became of them. */
  unchanged: number;
  declarations: DeclarationChange[];
  regroupings: Regrouping[];
  imports: ImportChange[];
  cycles: CycleChange[];
  groups: GroupChange[];
  files: FileChange[];
  similar_files: SimilarPair[];
  similarity_search: SimilaritySearch & {
    /** Files that could not be read or parsed a second time. */
    skipped: number;
  };
  /** Without resolved calls. */
  scans: { before: Scan; after: Scan };
  /** The cache's report is that of both scans together. */
  runtime: Runtime;
}
