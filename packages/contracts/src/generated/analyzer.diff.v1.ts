// Generated from packages/contracts/schemas/analyzer.diff.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { Coverage, FileStatus, LinkState, Runtime } from './analyzer.scan.v1.ts';

export type Count = number;
/**
 * moved: to another file than its file became, or to another scope. renamed: under another name. signature-changed: parameters or what is returned; the body may differ too. names-changed: equal but for a consistent renaming of variables, members or types in it. changed: its body, or what is in it. exported, unexported: seen from outside now, or no longer.
 */
export type DeclarationChange =
  | 'added'
  | 'removed'
  | 'moved'
  | 'renamed'
  | 'signature-changed'
  | 'names-changed'
  | 'changed'
  | 'exported'
  | 'unexported';
/**
 * <path>#<qualified_name>@<start_line> of analyzer.scan.v1.
 */
export type DeclarationId = string;
/**
 * Below the root, with / as separator.
 */
export type Path = string;
/**
 * 1-based.
 */
export type Line = number;

/**
 * What became of a project: two scans compared. What it means for the code comes first, the files after. Members may be added in later releases and are never renamed; an absent member is not an empty one. Paths are those of the side that they belong to.
 */
export interface DiffV1 {
  schema: 'analyzer.diff.v1';
  /**
   * The engine that parsed; both give the same facts.
   */
  engine: 'portable' | 'native';
  before: Side;
  after: Side;
  options: Options;
  /**
   * The account of each side, as in analyzer.scan.v1.
   */
  coverage: {
    before: Coverage;
    after: Coverage;
  };
  summary: Summary;
  /**
   * In order of the file, as it is now, and of the line. Of what was added or removed the outermost ones.
   */
  declarations: Declaration[];
  /**
   * Files that were split or merged, in order of the path.
   */
  regroupings: Regrouping[];
  /**
   * Imports that are new or gone, in order of the file and the target. Those of a moved file go with it.
   */
  imports: Import[];
  /**
   * Import cycles that changed, in order of the first file.
   */
  cycles: Cycle[];
  /**
   * Clone groups that changed, the most telling changes first: diverged, grew, appeared, edited-together, shrank, vanished; then the largest ones, ties by id.
   */
  groups: Group[];
  /**
   * Files and links that are not the same, in order of the path as it is now.
   */
  files: File[];
  /**
   * All pairs of a removed and an added file that reach the threshold, by the removed path, then the added one. Candidates to be looked at, no proof that one became the other.
   */
  similar_files: SimilarFiles[];
  similarity_search: SimilaritySearch;
  /**
   * With engine, and before and after where folders have other names, the only members that may differ between two runs. The cache's report is that of both scans.
   */
  runtime: Runtime;
}
export interface Side {
  /**
   * The folder's own name, without its place.
   */
  root: string;
  /**
   * Of a side that was read from a git repository.
   */
  revision?: {
    /**
     * As it was asked for.
     */
    written: string;
    /**
     * The commit or tree that it names.
     */
    object: string;
  };
}
/**
 * Everything that changes the result; the same for both sides.
 */
export interface Options {
  profile: 'logic' | 'inventory';
  all: boolean;
  exclude: string[];
  source_roots: string[];
  max_bytes: Count;
  min_nodes: Count;
  /**
   * The least similarity of similar files, in millionths.
   */
  threshold: number;
  /**
   * The most pairs of files that the search considers.
   */
  max_pairs: number;
}
/**
 * How many there are of each change.
 */
export interface Summary {
  /**
   * A declaration counts for each of its changes.
   */
  declarations: {
    added: Count;
    removed: Count;
    moved: Count;
    renamed: Count;
    'signature-changed': Count;
    'names-changed': Count;
    changed: Count;
    exported: Count;
    unexported: Count;
  };
  imports: {
    appeared: Count;
    vanished: Count;
  };
  cycles: {
    appeared: Count;
    vanished: Count;
    grew: Count;
    shrank: Count;
    changed: Count;
  };
  groups: {
    appeared: Count;
    vanished: Count;
    grew: Count;
    shrank: Count;
    diverged: Count;
    'edited-together': Count;
  };
  /**
   * layout_only counts among modified and moved-edited.
   */
  files: {
    unchanged: Count;
    added: Count;
    removed: Count;
    modified: Count;
    moved: Count;
    'moved-edited': Count;
    copied: Count;
    unreadable: Count;
    layout_only: Count;
  };
}
export interface Declaration {
  /**
   * One or more, in the order of their list.
   *
   * @minItems 1
   */
  changes: DeclarationChange[];
  kind: 'function' | 'method' | 'class' | 'interface' | 'enum' | 'type' | 'trait';
  is_test: boolean;
  before?: DeclarationState;
  after?: DeclarationState1;
  /**
   * It changed, as far as can be told, only in declarations in it that are listed themselves.
   */
  holds_changes?: true;
  /**
   * Of one added or removed: how many declarations are in it, which are not listed unless they are found elsewhere.
   */
  holds: number;
}
/**
 * Absent for an added one.
 */
export interface DeclarationState {
  id: DeclarationId;
  path: Path;
  qualified_name: string;
  start_line: Line;
  end_line: Line;
  exported: boolean;
  /**
   * Parameters and what is returned, as written, on one line; empty for classes and the like.
   */
  signature: string;
}
/**
 * Absent for a removed one.
 */
export interface DeclarationState1 {
  id: DeclarationId;
  path: Path;
  qualified_name: string;
  start_line: Line;
  end_line: Line;
  exported: boolean;
  /**
   * Parameters and what is returned, as written, on one line; empty for classes and the like.
   */
  signature: string;
}
export interface Regrouping {
  change: 'split' | 'merged';
  /**
   * Below the root, with / as separator.
   */
  path: string;
  /**
   * The files on the other side and how many of its outermost declarations each holds.
   */
  parts: {
    path: Path;
    declarations: Count;
  }[];
}
export interface Import {
  change: 'appeared' | 'vanished';
  /**
   * Below the root, with / as separator.
   */
  path: string;
  line: Line;
  state: LinkState;
  /**
   * A project file when resolved, else the specifier.
   */
  target: string;
}
export interface Cycle {
  /**
   * changed: some files joined and others left.
   */
  change: 'appeared' | 'vanished' | 'grew' | 'shrank' | 'changed';
  /**
   * Its files; empty when it appeared.
   */
  before: Path[];
  /**
   * Its files; empty when it vanished.
   */
  after: Path[];
}
export interface Group {
  /**
   * diverged: copies were edited and no longer agree with the others. grew, shrank: copies were added or removed. edited-together: all were edited alike, so the group goes on under another id.
   */
  change: 'appeared' | 'vanished' | 'grew' | 'shrank' | 'diverged' | 'edited-together';
  /**
   * Of the group afterwards; of one that is gone, before.
   */
  id: string;
  kind: 'function-body' | 'function-shape';
  nodes: Count;
  /**
   * Every occurrence lies in one of another group.
   */
  contained: boolean;
  /**
   * How many occurrences there were.
   */
  before: number;
  /**
   * How many there are under the id.
   */
  after: number;
  /**
   * Occurrences that are new in the group, as they are now.
   */
  added: DeclarationId[];
  /**
   * Occurrences that are no longer in the project, as they were.
   */
  removed: DeclarationId[];
  /**
   * Occurrences that were edited, as they are now.
   */
  edited: DeclarationId[];
}
export interface File {
  /**
   * moved, copied: the very bytes under another path. moved-edited: a removed and an added file, of all pairs the most alike. unreadable: on one side or both, so nothing can be said.
   */
  change: 'added' | 'removed' | 'modified' | 'moved' | 'moved-edited' | 'copied' | 'unreadable';
  before?: FileState;
  after?: FileState;
  /**
   * Of modified and moved-edited. layout: the code is the same but for comments and formatting. content: no code. unknown: one side was not analysed.
   */
  effect?: 'layout' | 'code' | 'content' | 'unknown';
  /**
   * Of moved-edited: grams that both have.
   */
  intersection?: number;
  /**
   * Of moved-edited: grams of either.
   */
  union?: number;
  /**
   * Below the root, with / as separator.
   */
  same_as?: string;
}
export interface FileState {
  path: Path;
  size: Count;
  sha256?: string;
  lines?: Count;
  language?: string;
  /**
   * Absent for links.
   */
  status?: FileStatus;
  /**
   * Of a symbolic link, relative to its folder. Absent where `outside` is set.
   */
  target?: string;
  /**
   * The symbolic link leads out of the compared folder.
   */
  outside?: true;
}
export interface SimilarFiles {
  removed: Path;
  added: Path;
  /**
   * Grams that both have.
   */
  intersection: number;
  /**
   * Grams of either; the similarity is intersection / union.
   */
  union: number;
}
export interface SimilaritySearch {
  /**
   * Pairs of a removed and an added file of the same language: verified + pruned + those that a truncated search did not reach.
   */
  pairs: number;
  /**
   * Pair budget consumed.
   */
  considered: number;
  /**
   * Pairs whose common grams were counted.
   */
  verified: number;
  /**
   * Pairs that safe bounds excluded: inverted index, length, prefix and position.
   */
  pruned: number;
  /**
   * max_pairs was reached: similar files may be missing.
   */
  truncated: boolean;
  /**
   * Files that could not be read or parsed a second time.
   */
  skipped: number;
}
