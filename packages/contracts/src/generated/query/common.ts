// Generated from packages/contracts/schemas/query/common.schema.json by tools/contracts.mjs. Do not edit.

/**
 * Digest of a state of the index, 64 hex digits: equal on every machine that indexed the same content with the same options.
 */
export type SnapshotId = string;
/**
 * Id of a project, file or declaration: the same after reindexing as long as its place and name are.
 */
export type NodeId = string;
/**
 * Id of a clone group: the same on every machine and after reindexing as long as the copies are.
 */
export type GroupId = string;
/**
 * SHA-256, 64 hex digits.
 */
export type Sha256 = string;
/**
 * How many.
 */
export type Count = number;
/**
 * A line, counted from 1.
 */
export type Line = number;
/**
 * A part of 1, rounded to four decimals.
 */
export type Share = number;
/**
 * The label of a project in the index.
 */
export type ProjectLabel = string;
/**
 * Path below the project's root, with / as separator; empty for the project itself.
 */
export type Path = string;
/**
 * A glob: * and ? (not /), ** as a whole name, [a-z], [!a], {a,b}; case-sensitive.
 */
export type Glob = string;
/**
 * project, file, or the kind of a declaration.
 */
export type NodeKind = 'project' | 'file' | 'function' | 'method' | 'class' | 'interface' | 'enum' | 'type' | 'trait';
/**
 * contains: a project its files, a file or declaration its declarations; imports: file to file; calls: declaration to declaration; member: a clone group to its occurrences.
 */
export type EdgeKind = 'contains' | 'imports' | 'calls' | 'member';
/**
 * resolved: one target in the project; ambiguous: several candidates, each an edge; external: outside the project; unresolved: not found.
 */
export type LinkState = 'resolved' | 'ambiguous' | 'external' | 'unresolved';
/**
 * function-body: equal but for comments, layout and the own name; function-shape: equal also but for the choice of names.
 */
export type GroupKind = 'function-body' | 'function-shape';
/**
 * What became of a file.
 */
export type FileStatus =
  | 'analyzed'
  | 'partial'
  | 'syntax-error'
  | 'inventory'
  | 'unsupported-language'
  | 'missing-parser'
  | 'too-large'
  | 'binary'
  | 'undecodable'
  | 'timeout'
  | 'parser-failed'
  | 'unreadable';
/**
 * Who left the path out: the profile, the default exclusions, .analyzerignore, --exclude, or it is an output or cache of this program.
 */
export type ExclusionReason = 'profile' | 'default' | 'analyzerignore' | 'exclude' | 'own-output' | 'cache';
/**
 * How many items to skip. For the next page, add the number of items that came.
 */
export type Offset = number;
/**
 * How many items a page may have.
 */
export type Limit = number;
/**
 * How many characters (Unicode scalar values) data may have as compact JSON; items that do not fit are left for the next page.
 */
export type MaxChars = number;
/**
 * Parameters as written, with types and defaults, each cut at 200 characters.
 */
export type Parameters = string[];
/**
 * Return type as written, where there is one.
 */
export type Returns = string;

/**
 * What the operations of analyzer.request.v1 share. Members may be added in later releases and are never renamed.
 */
export interface QueryCommon {
  [k: string]: unknown;
}
/**
 * Which part of the list this is.
 */
export interface Page {
  /**
   * How many items were skipped, as asked.
   */
  offset: number;
  /**
   * How many items were allowed, as asked.
   */
  limit: number;
  /**
   * How many items all pages have together.
   */
  total: number;
  /**
   * Whether items follow after the last one here.
   */
  truncated: boolean;
}
/**
 * A project, file or declaration.
 */
export interface DescribedNode {
  node_id: NodeId;
  kind: NodeKind;
  project: ProjectLabel;
  path: Path;
  /**
   * Name of a declaration with what it stands in: Outer.inner.
   */
  qualified_name?: string;
  /**
   * Language id of the file; null for projects and files of no known language.
   */
  language: string | null;
  /**
   * First line of a declaration, counted from 1.
   */
  start_line?: number;
  /**
   * Last line of a declaration.
   */
  end_line?: number;
  /**
   * It is a test, or stands in a test file.
   */
  is_test: boolean;
  /**
   * It stands in a copy of somebody else's code.
   */
  is_vendored: boolean;
  /**
   * It stands in a file that a program wrote.
   */
  is_generated: boolean;
}
/**
 * Lines that lie in an occurrence of a function-body group.
 */
export interface Repeated {
  /**
   * How many lines.
   */
  lines: number;
  /**
   * Part of all lines of analysed files, rounded to four decimals.
   */
  share: number;
}
/**
 * What became of every path: the counts add up to all entries and exclusions.
 */
export interface Coverage {
  /**
   * Files parsed without errors.
   */
  analyzed: number;
  /**
   * Files parsed with errors; facts outside the broken ranges are there.
   */
  partial: number;
  /**
   * Files on which the parser gave up.
   */
  'syntax-error': number;
  /**
   * Files of a kind that is not parsed.
   */
  inventory: number;
  /**
   * Files of a known language that is not parsed.
   */
  'unsupported-language': number;
  /**
   * Files whose parser could not be loaded.
   */
  'missing-parser': number;
  /**
   * Files above the parse limit.
   */
  'too-large': number;
  /**
   * Files that are no text.
   */
  binary: number;
  /**
   * Files that are not in their declared or default encoding.
   */
  undecodable: number;
  /**
   * Files on which the parser took too long.
   */
  timeout: number;
  /**
   * Files on which the parser died.
   */
  'parser-failed': number;
  /**
   * Files and directories that could not be opened.
   */
  unreadable: number;
  /**
   * Directories.
   */
  directory: number;
  /**
   * Symbolic links; they are not followed.
   */
  symlink: number;
  /**
   * Pipes, sockets and devices; they are not opened.
   */
  special: number;
  /**
   * Paths left out by a rule; a directory cut whole is one.
   */
  excluded: number;
  /**
   * Every file of a parsed language is analyzed and nothing was unreadable. It says nothing of what was excluded.
   */
  complete_within_policy: boolean;
}
/**
 * Analysed files of one language.
 */
export interface LanguageCount {
  /**
   * Language id.
   */
  language: string;
  /**
   * Files with facts.
   */
  files: number;
  /**
   * Their lines.
   */
  lines: number;
  /**
   * Functions and methods in them.
   */
  functions: number;
}
/**
 * Functions that repeat each other. Repeated syntax is what it says: neither a line saving nor a reason to refactor.
 */
export interface CloneGroup {
  group_id: GroupId;
  kind: GroupKind;
  /**
   * Language id; copies in different languages are never compared.
   */
  language: string;
  /**
   * Syntax nodes of all occurrences less those of the largest. Ranks go by projects first, then by this.
   */
  score: number;
  /**
   * Syntax nodes of the largest occurrence.
   */
  nodes: number;
  /**
   * Projects it occurs in.
   */
  projects: number;
  /**
   * Functions and methods in the group.
   */
  occurrences: number;
  /**
   * The first of the projects, by label.
   */
  project_labels: ProjectLabel[];
  /**
   * Projects that project_labels leaves out.
   */
  more_projects: number;
  /**
   * The most common names of the occurrences, most often first.
   */
  names: string[];
  /**
   * Present when all occurrences lie in copies of one whole file or class.
   */
  whole_copy?: {
    /**
     * project, file, or the kind of a declaration.
     */
    kind: 'project' | 'file' | 'function' | 'method' | 'class' | 'interface' | 'enum' | 'type' | 'trait';
    /**
     * How many copies of it there are.
     */
    copies: number;
    /**
     * How many groups lie in these copies.
     */
    groups: number;
  };
  /**
   * Every occurrence is a test.
   */
  tests_only: boolean;
  /**
   * Every occurrence stands in a copy of somebody else's code.
   */
  vendored_only: boolean;
  /**
   * Id of a clone group: the same on every machine and after reindexing as long as the copies are.
   */
  same_as?: string;
  /**
   * Id of a clone group: the same on every machine and after reindexing as long as the copies are.
   */
  contained_in?: string;
}
