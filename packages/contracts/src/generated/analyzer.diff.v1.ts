// Generated from packages/contracts/schemas/analyzer.diff.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { Coverage, FileStatus, LinkState, Runtime } from './analyzer.scan.v1.ts';
import type { DriftedFile, MissedEdit } from './analyzer.check.v1.ts';

export type Count = number;
/**
 * moved: to another file or scope; a declaration that stays in its moved file is not moved. renamed: has another name. signature-changed: parameters or return type; the body may differ too. names-changed: identical up to a consistent renaming of variables, members or types in it. changed: its body or its nested declarations. exported, unexported: seen from outside now, or no longer.
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
 * Path relative to the root, with / as separator.
 */
export type Path = string;
/**
 * 1-based.
 */
export type Line = number;

/**
 * The changes of a project: a comparison of two scans. Changes of code come first, then files. Properties may be added in later releases and are never renamed; an absent property differs from an empty one. Each path is that of its side.
 */
export interface DiffV1 {
  schema: 'analyzer.diff.v1';
  /**
   * The parsing engine; both engines give the same facts.
   */
  engine: 'portable' | 'native';
  before: Side;
  after: Side;
  options: Options;
  /**
   * The coverage of each side, as in analyzer.scan.v1.
   */
  coverage: {
    before: Coverage;
    after: Coverage;
  };
  summary: Summary;
  /**
   * Number of changes that only files of some classes have (--without), which are not listed; absent without such classes. Cycles and groups are those of the other files.
   */
  ignored?: {
    classes: ('tests' | 'vendored' | 'generated' | 'examples' | 'benchmarks' | 'configuration')[];
    declarations: Count;
    imports: Count;
    files: Count;
  };
  /**
   * Ordered by path after and line. Of added and removed declarations only the outermost.
   */
  declarations: Declaration[];
  /**
   * Files that were split or merged, in order of the path.
   */
  regroupings: Regrouping[];
  /**
   * Added and removed imports, ordered by file and target. Imports of a moved file are unchanged.
   */
  imports: Import[];
  /**
   * Imports of project files that are on both sides, where the importing or the imported file is a changed file; by path, then target.
   */
  unchanged_imports: UnchangedImport[];
  /**
   * Changed import cycles, ordered by the first file.
   */
  cycles: Cycle[];
  /**
   * Changed clone groups, by change: diverged, grew, appeared, edited-together, shrank, vanished; then largest first, then by id.
   */
  groups: Group[];
  /**
   * Edits that merge cleanly into copies of the edited code, which do not have them, by path and line after; absent without --missed.
   */
  missed?: MissedEdit[];
  /**
   * Files that got functions or methods on one side of a mirror and not on another one: of those of analyzer.config.v1, with --missed also of those that a scan finds; absent without mirrors.
   */
  drift?: DriftedFile[];
  /**
   * Changed files and links, ordered by path after.
   */
  files: File[];
  /**
   * All pairs of a removed and an added file that reach the threshold, by removed path, then added path. These are candidates, not a proof that a file was moved.
   */
  similar_files: SimilarFiles[];
  similarity_search: SimilaritySearch;
  /**
   * Besides engine, and before and after for folders with other names, the only property that may differ between two runs. The cache report covers both scans.
   */
  runtime: Runtime;
}
export interface Side {
  /**
   * Name of the folder, without its path.
   */
  root: string;
  /**
   * Only for a side that was read from a git repository.
   */
  revision?: {
    /**
     * As requested.
     */
    written: string;
    /**
     * The commit or tree it resolves to.
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
  /**
   * Whether files that Git ignores were excluded.
   */
  gitignore: boolean;
  exclude: string[];
  /**
   * Present if the exclusions of the project's own analyzer.json do not apply.
   */
  config?: false;
  /**
   * Globs of files that are tests, besides those found by rule.
   */
  test_globs?: string[];
  /**
   * Globs of files that are generated, besides those found by rule.
   */
  generated_globs?: string[];
  source_roots: string[];
  max_bytes: Count;
  min_nodes: Count;
  /**
   * Syntax nodes of the smallest declaration in a group of similar ones; 30 when absent.
   */
  min_near_nodes?: number;
  /**
   * Syntax nodes of the smallest grouped block; 30 when absent.
   */
  min_block_nodes?: number;
  /**
   * Syntax nodes of the smallest grouped block that is identical up to renaming; 50 when absent.
   */
  min_block_shape_nodes?: number;
  /**
   * Minimum similarity of similar files, in millionths.
   */
  threshold: number;
  /**
   * Maximum number of file pairs that the search considers.
   */
  max_pairs: number;
}
/**
 * Number of changes by kind.
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
   * layout_only is a subset of modified and moved-edited.
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
   * One or more, in list order.
   *
   * @minItems 1
   */
  changes: DeclarationChange[];
  kind: 'function' | 'method' | 'class' | 'interface' | 'enum' | 'type' | 'trait';
  is_test: boolean;
  before?: DeclarationState;
  after?: DeclarationState1;
  /**
   * It probably differs only in nested declarations, which are listed themselves.
   */
  holds_changes?: true;
  /**
   * Only for added or removed: number of nested declarations, which are listed only if they were moved.
   */
  holds: number;
}
/**
 * Absent for an added item.
 */
export interface DeclarationState {
  id: DeclarationId;
  path: Path;
  qualified_name: string;
  start_line: Line;
  end_line: Line;
  exported: boolean;
  /**
   * Parameters and return type as written, on one line; empty for other declarations than functions and methods.
   */
  signature: string;
}
/**
 * Absent for a removed item.
 */
export interface DeclarationState1 {
  id: DeclarationId;
  path: Path;
  qualified_name: string;
  start_line: Line;
  end_line: Line;
  exported: boolean;
  /**
   * Parameters and return type as written, on one line; empty for other declarations than functions and methods.
   */
  signature: string;
}
export interface Regrouping {
  change: 'split' | 'merged';
  /**
   * Path relative to the root, with / as separator.
   */
  path: string;
  /**
   * The files on the other side, with the number of its top-level declarations in each.
   */
  parts: {
    path: Path;
    declarations: Count;
  }[];
}
export interface Import {
  change: 'appeared' | 'vanished';
  /**
   * Path relative to the root, with / as separator.
   */
  path: string;
  line: Line;
  state: LinkState;
  /**
   * A project file when resolved, else the specifier.
   */
  target: string;
}
export interface UnchangedImport {
  /**
   * Path relative to the root, with / as separator.
   */
  path: string;
  line: Line;
  /**
   * Path relative to the root, with / as separator.
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
   * diverged: some copies were edited and now differ from the others. grew, shrank: copies were added or removed. edited-together: all copies were edited in the same way, so the group continues with another id.
   */
  change: 'appeared' | 'vanished' | 'grew' | 'shrank' | 'diverged' | 'edited-together';
  /**
   * Id of the group after; of a removed group, before.
   */
  id: string;
  kind: 'function-body' | 'function-shape' | 'near' | 'block' | 'block-shape';
  nodes: Count;
  /**
   * Every occurrence of functions is nested in an occurrence of another group; another group is folded into one that is not listed here with it or has the same change.
   */
  contained: boolean;
  /**
   * Number of occurrences before.
   */
  before: number;
  /**
   * Number of copies of the listed group.
   */
  after: number;
  /**
   * Ids after of new occurrences.
   */
  added: DeclarationId[];
  /**
   * Ids before of removed occurrences.
   */
  removed: DeclarationId[];
  /**
   * Ids after of edited occurrences; of a near group, of declarations that are no longer in it.
   */
  edited: DeclarationId[];
  /**
   * Only for blocks: occurrences after that the file does not have before.
   */
  added_blocks?: Block[];
  /**
   * Only for blocks: occurrences before that the file does not have after.
   */
  removed_blocks?: Block[];
}
/**
 * A run of sibling statements, members or items, or a callback, which is a function that is not a declaration; in a group with callbacks also a declaration.
 */
export interface Block {
  path: Path;
  start_line: number;
  /**
   * Inclusive.
   */
  end_line: number;
  /**
   * Offset in the UTF-8 form of the file.
   */
  start_byte: number;
  end_byte: Count;
  /**
   * <path>#<qualified_name>@<start_line> of analyzer.scan.v1.
   */
  within?: string;
  /**
   * Of a callback what it is passed or assigned to, such as app.get('/a') callback; of a declaration its qualified name.
   */
  name?: string;
  /**
   * Only of a declaration in a group with callbacks: within is its id.
   */
  is_declaration?: true;
}
export interface File {
  /**
   * moved, copied: identical bytes under another path. moved-edited: a removed and an added file that are the best match by similarity. unreadable: on one side or both, so it cannot be compared.
   */
  change: 'added' | 'removed' | 'modified' | 'moved' | 'moved-edited' | 'copied' | 'unreadable';
  before?: FileState;
  after?: FileState;
  /**
   * Only for modified and moved-edited. layout: only comments and formatting differ. content: not code. unknown: one side was not analyzed.
   */
  effect?: 'layout' | 'code' | 'content' | 'unknown';
  /**
   * Only for moved-edited: number of common n-grams.
   */
  intersection?: number;
  /**
   * Only for moved-edited: number of n-grams of either file.
   */
  union?: number;
  /**
   * Path relative to the root, with / as separator.
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
   * Target of a symbolic link, relative to its folder. Absent where `outside` is set.
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
   * Number of common n-grams.
   */
  intersection: number;
  /**
   * Number of n-grams of either file; the similarity is intersection / union.
   */
  union: number;
}
export interface SimilaritySearch {
  /**
   * Pairs of a removed and an added file of the same language: verified + pruned + pairs that a truncated search did not reach.
   */
  pairs: number;
  /**
   * Pair budget consumed.
   */
  considered: number;
  /**
   * Pairs whose common n-grams were counted.
   */
  verified: number;
  /**
   * Pairs excluded by the inverted index or by the length, prefix and position filters.
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
