import type { DriftedFile, IntendedMirror } from '#lists/intended-mirror.ts';
import type { MissedEdit } from '#missed/model.ts';
import type { DeclarationKind } from '#parse/facts.ts';
import type { Resemblance } from '#relate/similarity/bounds.ts';
import type { SimilaritySearch, SimilarPair } from '#relate/similarity/similar-files.ts';
import type { FileClass } from '#scan/file-classes.ts';
import type { BlockRange, FileStatus, GroupKind, LinkState, Runtime, Scan, ScanOptions } from '#scan/model.ts';

/** Everything that changes the result of a diff. */
export interface DiffOptions extends ScanOptions {
  /** Minimum similarity of reported files, in millionths. */
  threshold: number;
  /** Maximum number of file pairs that the search compares. */
  max_pairs: number;
  /** Changes that only files of these classes have are not listed. */
  without: readonly FileClass[];
}

/** Number of changes that only files of some classes have. */
export interface IgnoredChanges {
  classes: FileClass[];
  declarations: number;
  imports: number;
  files: number;
}

/** The source of one side. */
export interface Side {
  /** Name of the folder. */
  root: string;
  revision?: { written: string; object: string };
}

/** A file or symbolic link on one side. */
export interface FileState {
  path: string;
  size: number;
  sha256?: string;
  lines?: number;
  language?: string;
  status?: FileStatus;
  /** Target of a symbolic link, relative to its folder. */
  target?: string;
  /** The symbolic link leads out of the compared folder. */
  outside?: true;
}

/**
 * `moved`, `copied`: identical bytes under another path. `moved-edited`: a removed and an added file that are similar.
 * `unreadable`: on one side or both, so it cannot be compared.
 */
export type FileChangeKind = 'added' | 'removed' | 'modified' | 'moved' | 'moved-edited' | 'copied' | 'unreadable';

/**
 * The effect of a file change: `layout` if only comments and formatting differ, `code` if the code differs, `content` for
 * files that are not code, `unknown` if one side was not analyzed.
 */
export type FileEffect = 'layout' | 'code' | 'content' | 'unknown';

export interface FileChange {
  change: FileChangeKind;
  before?: FileState;
  after?: FileState;
  /** Only for `modified` and `moved-edited`. */
  effect?: FileEffect;
  /** Only for `moved-edited`. */
  resemblance?: Resemblance;
  /** Only for `removed`: the path of an identical file that still exists. */
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
  /** Parameters and return type as written, on one line. */
  signature: string;
}

export interface DeclarationChange {
  /** In the order of `DeclarationChangeKind`; for example both moved and renamed. */
  changes: DeclarationChangeKind[];
  kind: DeclarationKind;
  is_test: boolean;
  before?: DeclarationState;
  after?: DeclarationState;
  /** It probably differs only in nested declarations, which are listed themselves. */
  holds_changes?: true;
  /** Only for added or removed: the number of nested declarations, which are not listed. */
  holds: number;
}

/** A file that was split into several files, or merged from several files. */
export interface Regrouping {
  change: 'split' | 'merged';
  path: string;
  /** The files on the other side, with their number of moved declarations. */
  parts: { path: string; declarations: number }[];
}

export interface ImportChange {
  change: 'appeared' | 'vanished';
  /** Path of the importing file on its side. */
  path: string;
  line: number;
  state: LinkState;
  /** A project file where resolved, else the specifier. */
  target: string;
}

/** An import of a project file that is on both sides. */
export interface UnchangedImport {
  /** Path after of the importing file. */
  path: string;
  line: number;
  /** Path after of the imported file. */
  target: string;
}

export interface CycleChange {
  change: 'appeared' | 'vanished' | 'grew' | 'shrank' | 'changed';
  /** Paths on each side; empty if the cycle does not exist on that side. */
  before: string[];
  after: string[];
}

/**
 * `diverged`: some copies were edited and now differ from the others. `edited-together`: all copies were edited in the
 * same way. `grew` and `shrank`: copies were added or removed.
 */
export type GroupChangeKind = 'appeared' | 'vanished' | 'grew' | 'shrank' | 'diverged' | 'edited-together';

export interface GroupChange {
  change: GroupChangeKind;
  /** Id of the group after, or before if it was removed. */
  id: string;
  kind: GroupKind;
  nodes: number;
  /** Functions inside of another group's occurrences, or the group is folded into another one: not listed for people. */
  contained: boolean;
  /** Number of occurrences before and after. */
  before: number;
  after: number;
  /** Ids of new occurrences. */
  added: string[];
  /** Ids before of occurrences that were removed from the project. */
  removed: string[];
  /** Ids after of occurrences that were edited and left the group. */
  edited: string[];
  /** Only for blocks: occurrences after and before that the other side does not have in this file. */
  added_blocks?: BlockRange[];
  removed_blocks?: BlockRange[];
}

export interface Diff {
  engine: string;
  options: DiffOptions;
  before: Side;
  after: Side;
  /** Only with `without`. Cycles and groups are those of the other files. */
  ignored?: IgnoredChanges;
  /** Number of compared entries by change. */
  unchanged: number;
  declarations: DeclarationChange[];
  regroupings: Regrouping[];
  imports: ImportChange[];
  /** Imports of changed files and from them. */
  unchanged_imports: UnchangedImport[];
  cycles: CycleChange[];
  groups: GroupChange[];
  files: FileChange[];
  /** Edits that merge into copies, which do not have them, with the mirror that both are in; only if requested. */
  missed?: (MissedEdit & { mirror?: IntendedMirror })[];
  /** What only one side of a mirror got; only if there are mirrors, which the scan finds only with `missed`. */
  drift?: DriftedFile[];
  similar_files: SimilarPair[];
  similarity_search: SimilaritySearch & {
    /** Files that could not be read or parsed a second time. */
    skipped: number;
  };
  /** The scans have no resolved calls. */
  scans: { before: Scan; after: Scan };
  /** The cache report covers both scans. */
  runtime: Runtime;
}
