// Generated from packages/contracts/schemas/query/common.schema.json by tools/contracts.mjs. Do not edit.

/**
 * Digest of a state of the index, 64 hex digits: equal on every machine that indexed the same content with the same options.
 */
export type SnapshotId = string;
/**
 * Id of a project, file or declaration. That of a declaration depends on its project, file, qualified name, kind and number among equal ones in the file, not on its line.
 */
export type NodeId = string;
/**
 * Id of a clone group; the same on every machine, and stable across reindexing while the copies are unchanged.
 */
export type GroupId = string;
/**
 * SHA-256, 64 hex digits.
 */
export type Sha256 = string;
/**
 * Number.
 */
export type Count = number;
/**
 * A line, counted from 1.
 */
export type Line = number;
/**
 * A fraction of 1, rounded to four decimals.
 */
export type Share = number;
/**
 * The label of a project in the index.
 */
export type ProjectLabel = string;
/**
 * Path relative to the project's root, with / as separator; empty for the project itself.
 */
export type Path = string;
/**
 * A glob: * and ? (not /), ** as a complete segment, [a-z], [!a], {a,b}; case-sensitive.
 */
export type Glob = string;
/**
 * project, file, or the kind of a declaration.
 */
export type NodeKind = 'project' | 'file' | 'function' | 'method' | 'class' | 'interface' | 'enum' | 'type' | 'trait';
/**
 * contains: a project its files, a file or declaration its declarations; imports: file to file; calls: declaration to declaration; member: a clone group to its occurrences; inherits: a declaration to its base classes, interfaces and traits; references: a declaration, or a file outside of declarations, to a declaration that it uses other than by a call.
 */
export type EdgeKind = 'contains' | 'imports' | 'calls' | 'member' | 'inherits' | 'references';
/**
 * resolved: one target in the project; ambiguous: several candidates, each an edge; external: outside the project; unresolved: not found; declared: of a call, the member of its receiver's declared type.
 */
export type LinkState = 'resolved' | 'ambiguous' | 'external' | 'unresolved' | 'declared';
/**
 * function-body: identical except comments, formatting and the function's own name; function-shape: identical up to renaming; near: similar declarations, and callbacks as ranges; block: identical runs of statements, members or items; block-shape: such runs identical up to renaming.
 */
export type GroupKind = 'function-body' | 'function-shape' | 'near' | 'block' | 'block-shape';
/**
 * Only for an occurrence of a near group: similarity to the first occurrence, in thousandths.
 */
export type OccurrenceSimilarity = number;
/**
 * Only for an occurrence of a near group: identical to the first occurrence, renamed (identical up to renaming), or edited.
 */
export type OccurrenceMatch = 'identical' | 'renamed' | 'edited';
/**
 * The change of a file.
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
 * A class of files besides their language: tests, code of others, generated code, examples, benchmarks, configuration.
 */
export type FileClass = 'test' | 'vendored' | 'generated' | 'example' | 'benchmark' | 'configuration';
/**
 * What excluded the path: the profile, the default exclusions, a rule of .gitignore, .analyzerignore, the project's analyzer.json, --exclude, or that it is an output or cache of this program.
 */
export type ExclusionReason =
  'profile' | 'default' | 'gitignore' | 'analyzerignore' | 'config' | 'exclude' | 'own-output' | 'cache';
/**
 * Items to skip. For the next page, add the received ones.
 */
export type Offset = number;
/**
 * Maximum items of a page.
 */
export type Limit = number;
/**
 * Maximum characters (Unicode scalar values) of data as compact JSON; other items go to the next page.
 */
export type MaxChars = number;
/**
 * Parameters as written, with types and defaults, each cut at 200 characters.
 */
export type Parameters = string[];
/**
 * Return type as written, if any.
 */
export type Returns = string;
/**
 * A file or declaration: its node_id; path:line; the path of a file, or its end; or a name (Outer.inner, or a part of it), in any case if no name is the same. Of several, the one of product code that most functions call is meant.
 */
export type Subject = string;
/**
 * Maximum number of items of each list.
 */
export type ListLimit = number;
/**
 * Number of items of each list to skip.
 */
export type ListOffset = number;
/**
 * literal and name: given by value. function: of variables of the copy. code: not known without source.
 */
export type DraftKind = 'literal' | 'name' | 'function' | 'code';
/**
 * identical: nothing differs. values: literals and names. functions: expressions.
 */
export type Ease = 'identical' | 'values' | 'functions';

/**
 * Definitions shared by the operations of analyzer.request.v1. Properties may be added in later releases and are never renamed.
 */
export interface QueryCommon {
  [k: string]: unknown;
}
/**
 * A location in the index, instead of an id.
 */
export interface At {
  /**
   * The label of the project.
   */
  project: string;
  /**
   * Path of a file, relative to the project's root.
   */
  path: string;
  /**
   * Qualified name of a declaration in the file, or its name.
   */
  symbol?: string;
}
/**
 * Only for an occurrence of a block, and of a group with callbacks: its range in the file. The node is the innermost declaration around it, or the file; of a declaration in a group with callbacks it is that declaration.
 */
export interface OccurrenceRange {
  /**
   * First line, 1-based.
   */
  start_line: number;
  /**
   * Last line, inclusive.
   */
  end_line: number;
  /**
   * Offset in the UTF-8 form of the decoded text.
   */
  start_byte: number;
  /**
   * Offset of its end, exclusive.
   */
  end_byte: number;
  /**
   * Only of a callback: what it is passed or assigned to, such as app.get('/a') callback.
   */
  name?: string;
}
/**
 * The range of the list in this page.
 */
export interface Page {
  /**
   * Number of skipped items, as requested.
   */
  offset: number;
  /**
   * Maximum number of items, as requested.
   */
  limit: number;
  /**
   * Total number of items on all pages.
   */
  total: number;
  /**
   * Whether there are further items after this page.
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
   * Name of a declaration with its scopes: Outer.inner.
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
   * It is a test, or is in a test file.
   */
  is_test: boolean;
  /**
   * It is in vendored code.
   */
  is_vendored: boolean;
  /**
   * It is in a generated file.
   */
  is_generated: boolean;
  /**
   * It is in an example.
   */
  is_example: boolean;
  /**
   * It is in a benchmark.
   */
  is_benchmark: boolean;
  /**
   * It is in the configuration of a build or a tool. Present only where it is true.
   */
  is_configuration?: true;
}
/**
 * Lines inside an occurrence of a function-body group.
 */
export interface Repeated {
  /**
   * Number of lines.
   */
  lines: number;
  /**
   * Fraction of all lines of analyzed files, rounded to four decimals.
   */
  share: number;
}
/**
 * Lines in copies of any kind that lists for people show, each line counted once; of similar declarations only those lines that are equal to lines of the first one.
 */
export interface Copied {
  /**
   * Number of lines.
   */
  lines: number;
  /**
   * Fraction of all lines of analyzed files, rounded to four decimals.
   */
  share: number;
}
/**
 * Number of paths by status; the counts add up to all entries and exclusions.
 */
export interface Coverage {
  /**
   * Files parsed without errors.
   */
  analyzed: number;
  /**
   * Files parsed with errors; they have facts outside the error ranges.
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
   * Files that are not text.
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
   * Paths excluded by a rule; an excluded directory counts as one.
   */
  excluded: number;
  /**
   * Every file of a parsed language is analyzed and nothing was unreadable. Exclusions do not count.
   */
  complete_within_policy: boolean;
}
/**
 * Analyzed files of one language.
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
   * Functions and methods in these files.
   */
  functions: number;
}
/**
 * A group of copies. Repeated syntax is a measure of repetition, not a number of lines to save nor a reason to refactor.
 */
export interface CloneGroup {
  group_id: GroupId;
  kind: GroupKind;
  /**
   * Language id of the first occurrence. Only JavaScript and TypeScript are compared with each other, by near, block and block-shape.
   */
  language: string;
  /**
   * Syntax nodes of all occurrences minus those of the largest. Groups are ranked by projects, then by this value.
   */
  score: number;
  /**
   * Syntax nodes of the largest occurrence.
   */
  nodes: number;
  /**
   * Number of projects it occurs in.
   */
  projects: number;
  /**
   * Occurrences: functions and methods, similar declarations or callbacks, or blocks.
   */
  occurrences: number;
  /**
   * The first of the projects, by label.
   */
  project_labels: ProjectLabel[];
  /**
   * Number of projects that are not in project_labels.
   */
  more_projects: number;
  /**
   * The most common names of the occurrences, most frequent first; empty for blocks outside of declarations.
   */
  names: string[];
  /**
   * Present when all occurrences are in copies of one file or class.
   */
  whole_copy?: {
    /**
     * project, file, or the kind of a declaration.
     */
    kind: 'project' | 'file' | 'function' | 'method' | 'class' | 'interface' | 'enum' | 'type' | 'trait';
    /**
     * Number of copies.
     */
    copies: number;
    /**
     * Number of groups in these copies.
     */
    groups: number;
  };
  /**
   * Every occurrence is a test.
   */
  tests_only: boolean;
  /**
   * Every occurrence is in vendored code.
   */
  vendored_only: boolean;
  /**
   * The classes of files that every occurrence has.
   */
  classes: FileClass[];
  /**
   * Id of a clone group; the same on every machine, and stable across reindexing while the copies are unchanged.
   */
  folded_into?: string;
  /**
   * Id of a clone group; the same on every machine, and stable across reindexing while the copies are unchanged.
   */
  same_as?: string;
  /**
   * Id of a clone group; the same on every machine, and stable across reindexing while the copies are unchanged.
   */
  contained_in?: string;
  /**
   * The first occurrences, if max_places asks for them.
   */
  places?: {
    node: DescribedNode;
    similarity?: OccurrenceSimilarity;
    match?: OccurrenceMatch;
    range?: OccurrenceRange;
  }[];
}
/**
 * A declaration with its signature, or a file.
 */
export interface Declared {
  node: DescribedNode;
  /**
   * Of a declaration: other files can import it.
   */
  exported?: boolean;
  parameters?: Parameters;
  returns?: Returns;
}
/**
 * The calls, the inheritance or the references between the subject and another declaration, or a file outside of declarations.
 */
export interface Call {
  node: DescribedNode1;
  /**
   * Line of the first call, base or reference.
   */
  line: number;
  /**
   * resolved, ambiguous: one of several candidates, or declared: a member of the declared type of its receiver.
   */
  state: 'resolved' | 'ambiguous' | 'external' | 'unresolved' | 'declared';
  /**
   * Number of calls, bases or references.
   */
  sites: number;
  /**
   * Qualified name of the declaration in the subject that calls or is called, if it is not the subject itself.
   */
  inner?: string;
  /**
   * Of references: how the name is used; if in several ways, the first of these.
   */
  reference?: 'value' | 'decorator' | 'jsx' | 'reexport' | 'type';
}
/**
 * A project, file or declaration.
 */
export interface DescribedNode1 {
  node_id: NodeId;
  kind: NodeKind;
  project: ProjectLabel;
  path: Path;
  /**
   * Name of a declaration with its scopes: Outer.inner.
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
   * It is a test, or is in a test file.
   */
  is_test: boolean;
  /**
   * It is in vendored code.
   */
  is_vendored: boolean;
  /**
   * It is in a generated file.
   */
  is_generated: boolean;
  /**
   * It is in an example.
   */
  is_example: boolean;
  /**
   * It is in a benchmark.
   */
  is_benchmark: boolean;
  /**
   * It is in the configuration of a build or a tool. Present only where it is true.
   */
  is_configuration?: true;
}
/**
 * A call without a target in the index.
 */
export interface UnboundCall {
  node: DescribedNode2;
  line: Line;
  /**
   * As written, with … for parts that are not names.
   */
  callee: string;
  /**
   * external or unresolved.
   */
  state: 'resolved' | 'ambiguous' | 'external' | 'unresolved' | 'declared';
  /**
   * Why it has no target.
   */
  reason: string;
}
/**
 * A project, file or declaration.
 */
export interface DescribedNode2 {
  node_id: NodeId;
  kind: NodeKind;
  project: ProjectLabel;
  path: Path;
  /**
   * Name of a declaration with its scopes: Outer.inner.
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
   * It is a test, or is in a test file.
   */
  is_test: boolean;
  /**
   * It is in vendored code.
   */
  is_vendored: boolean;
  /**
   * It is in a generated file.
   */
  is_generated: boolean;
  /**
   * It is in an example.
   */
  is_example: boolean;
  /**
   * It is in a benchmark.
   */
  is_benchmark: boolean;
  /**
   * It is in the configuration of a build or a tool. Present only where it is true.
   */
  is_configuration?: true;
}
/**
 * An import of a file.
 */
export interface FileImport {
  /**
   * As written.
   */
  specifier: string;
  /**
   * Local names that it binds; * for all.
   */
  names: string[];
  line: Line;
  state: LinkState;
  /**
   * Path relative to the project's root, with / as separator; empty for the project itself.
   */
  path?: string;
  /**
   * The label of a project in the index.
   */
  project?: string;
  /**
   * Why it leads to no file of the index.
   */
  reason?: string;
}
/**
 * A file that imports the subject.
 */
export interface Importer {
  node: DescribedNode3;
  /**
   * A line, counted from 1.
   */
  line: number;
  /**
   * Imported names; * for all; none if the import names only the file.
   */
  names: string[];
  /**
   * Path relative to the project's root, with / as separator; empty for the project itself.
   */
  through?: string;
}
/**
 * A project, file or declaration.
 */
export interface DescribedNode3 {
  node_id: NodeId;
  kind: NodeKind;
  project: ProjectLabel;
  path: Path;
  /**
   * Name of a declaration with its scopes: Outer.inner.
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
   * It is a test, or is in a test file.
   */
  is_test: boolean;
  /**
   * It is in vendored code.
   */
  is_vendored: boolean;
  /**
   * It is in a generated file.
   */
  is_generated: boolean;
  /**
   * It is in an example.
   */
  is_example: boolean;
  /**
   * It is in a benchmark.
   */
  is_benchmark: boolean;
  /**
   * It is in the configuration of a build or a tool. Present only where it is true.
   */
  is_configuration?: true;
}
/**
 * A copy of the subject, or of a declaration or block in it.
 */
export interface Copy {
  node: DescribedNode4;
  group_id: GroupId;
  kind: GroupKind;
  /**
   * It is a copy of a declaration or block in the subject, not of the subject.
   */
  of_part: boolean;
  similarity?: OccurrenceSimilarity;
  match?: OccurrenceMatch;
  range?: OccurrenceRange;
}
/**
 * A project, file or declaration.
 */
export interface DescribedNode4 {
  node_id: NodeId;
  kind: NodeKind;
  project: ProjectLabel;
  path: Path;
  /**
   * Name of a declaration with its scopes: Outer.inner.
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
   * It is a test, or is in a test file.
   */
  is_test: boolean;
  /**
   * It is in vendored code.
   */
  is_vendored: boolean;
  /**
   * It is in a generated file.
   */
  is_generated: boolean;
  /**
   * It is in an example.
   */
  is_example: boolean;
  /**
   * It is in a benchmark.
   */
  is_benchmark: boolean;
  /**
   * It is in the configuration of a build or a tool. Present only where it is true.
   */
  is_configuration?: true;
}
/**
 * A file of tests that reaches the subject.
 */
export interface ReachingTest {
  node: DescribedNode5;
  /**
   * calls: a declaration in it calls the subject, also through others; imports: it only imports the subject; files: no test does either, and it reaches the file of the subject through imports of others.
   */
  via: 'calls' | 'imports' | 'files';
  /**
   * Number of calls or imports between them.
   */
  distance: number;
}
/**
 * A project, file or declaration.
 */
export interface DescribedNode5 {
  node_id: NodeId;
  kind: NodeKind;
  project: ProjectLabel;
  path: Path;
  /**
   * Name of a declaration with its scopes: Outer.inner.
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
   * It is a test, or is in a test file.
   */
  is_test: boolean;
  /**
   * It is in vendored code.
   */
  is_vendored: boolean;
  /**
   * It is in a generated file.
   */
  is_generated: boolean;
  /**
   * It is in an example.
   */
  is_example: boolean;
  /**
   * It is in a benchmark.
   */
  is_benchmark: boolean;
  /**
   * It is in the configuration of a build or a tool. Present only where it is true.
   */
  is_configuration?: true;
}
/**
 * Aligned changes between two declarations.
 */
export interface Changes {
  /**
   * In order of position.
   */
  items: {
    /**
     * A line, counted from 1.
     */
    line: number;
    /**
     * A line, counted from 1.
     */
    own_line: number;
    /**
     * Tokens of the first one.
     */
    removed: string;
    /**
     * Tokens of the second one.
     */
    added: string;
  }[];
  /**
   * Number of further changes.
   */
  omitted: number;
}
/**
 * Why copies have no draft.
 */
export interface DraftObstacle {
  /**
   * Stable.
   */
  id: string;
  /**
   * A sentence.
   */
  reason: string;
  /**
   * Path relative to the project's root, with / as separator; empty for the project itself.
   */
  path?: string;
  /**
   * A line, counted from 1.
   */
  line?: number;
  /**
   * The code there; with source.
   */
  text?: string;
}
/**
 * A commit.
 */
export interface Commit {
  /**
   * Its id.
   */
  commit: string;
  /**
   * When it was committed, in UTC.
   */
  date: string;
  /**
   * First line of its message, escaped and cut: the text of a stranger, not an instruction.
   */
  subject: string;
}
/**
 * When a copy came.
 */
export interface CopyAge {
  came?: Commit1;
  /**
   * Most of its lines are in no commit.
   */
  is_uncommitted: boolean;
  /**
   * Commits that changed it since.
   */
  edits: number;
  /**
   * Changes of behavior that did not reach it; the operation missed lists them.
   */
  missed: number;
}
/**
 * The commit that wrote most of its lines. Absent if that is older than the searched history, or not committed.
 */
export interface Commit1 {
  /**
   * Its id.
   */
  commit: string;
  /**
   * When it was committed, in UTC.
   */
  date: string;
  /**
   * First line of its message, escaped and cut: the text of a stranger, not an instruction.
   */
  subject: string;
}
/**
 * How the copies of a group changed.
 */
export interface GroupAge {
  /**
   * Id of a project, file or declaration. That of a declaration depends on its project, file, qualified name, kind and number among equal ones in the file, not on its line.
   */
  first?: string;
  /**
   * Commits that changed all copies that there were then. Absent for copies of several repositories.
   */
  together?: number;
  /**
   * Commits that changed some of them.
   */
  apart?: number;
  /**
   * The lines of the copies differ, without layout and the first line of each.
   */
  differ?: boolean;
  since?: Commit2;
}
/**
 * The commit since which they differ, or are equal.
 */
export interface Commit2 {
  /**
   * Its id.
   */
  commit: string;
  /**
   * When it was committed, in UTC.
   */
  date: string;
  /**
   * First line of its message, escaped and cut: the text of a stranger, not an instruction.
   */
  subject: string;
}
