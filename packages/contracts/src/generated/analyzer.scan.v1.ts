// Generated from packages/contracts/schemas/analyzer.scan.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * function-body: identical functions; function-shape: identical up to renaming; near: similar declarations and callbacks; block: identical runs of statements, members or items; block-shape: such runs identical up to renaming.
 */
export type GroupKind = 'function-body' | 'function-shape' | 'near' | 'block' | 'block-shape';
export type Count = number;
export type Entry = FileEntry | SymlinkEntry | DirectoryEntry;
/**
 * Path relative to the root, with / as separator.
 */
export type Path = string;
/**
 * The name is not valid UTF-8 and is shown with replacement characters.
 */
export type NameLossy = true;
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
 * 1-based.
 */
export type Line = number;
/**
 * path#qualified_name@start_line, with :n for the n-th declaration with the same prefix.
 */
export type DeclarationId = string;
/**
 * resolved: one target in the project; ambiguous: several, listed; external: outside the project; unresolved: not found, with the reason; declared: of a call, the member of its receiver's declared type, which a derived class can replace.
 */
export type LinkState = 'resolved' | 'ambiguous' | 'external' | 'unresolved' | 'declared';
/**
 * Id of the enclosing declaration, null at file level.
 */
export type Within = string | null;
export type Sha256 = string;

/**
 * The scan of a folder. Properties may be added in later releases and are never renamed; an absent property differs from an empty one. Lists are in byte order of their path or id unless stated otherwise.
 */
export interface ScanV1 {
  schema: 'analyzer.scan.v1';
  /**
   * The parsing engine; both engines give the same facts.
   */
  engine: 'portable' | 'native';
  /**
   * Name of the folder, without its path.
   */
  root: string;
  /**
   * SHA-256 of this document in full detail without engine, root, snapshot_id, relations, ages and runtime.
   */
  snapshot_id: string;
  options: Options;
  coverage: Coverage;
  /**
   * Every path below the root that was not excluded.
   */
  entries: Entry[];
  /**
   * Import cycles: strongly connected components of the resolved file imports that run at load.
   */
  cycles: Cycle[];
  /**
   * Cycles that close only through imports that do not run at load: deferred, type_checking or type_only.
   */
  non_load_cycles?: Cycle[];
  /**
   * Configuration files, such as package.json and tsconfig.json, that have no effect on imports, in whole or in part.
   */
  configuration_problems?: {
    path: Path;
    problem: string;
  }[];
  /**
   * Files with the same bytes.
   */
  duplicate_files: DuplicateFiles[];
  /**
   * Identical functions, and functions identical up to renaming. Highest score first, then by id.
   */
  groups: Group[];
  /**
   * Repeated runs of files that have too many of them: only the largest ones are groups. Absent if there are none.
   */
  runs_left_out?: {
    /**
     * Occurrences that are in no group.
     */
    occurrences: number;
    /**
     * Paths of the files with too many runs.
     */
    files: string[];
  };
  /**
   * Every path that a profile, a default, .gitignore, .analyzerignore, analyzer.json or --exclude excluded; an excluded folder counts as one.
   */
  exclusions: Exclusion[];
  /**
   * Files of Git that had no effect: a .gitignore, .git/info/exclude or .git/index that could not be read, is malformed or exceeds a limit.
   */
  git_problems: GitProblem[];
  /**
   * Facts about folders and files that explain groups: mirrors and families of folders, forks, families of files, shared helpers, vendored libraries; of each kind those with the most lines first.
   */
  relations?: CopyRelation[];
  /**
   * Number of groups, and of pairs of files or folders, that were not compared for relations. Absent if all were.
   */
  relations_left_out?: number;
  ages?: CopyAges;
  runtime: Runtime;
}
/**
 * Everything that changes the facts.
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
  /**
   * Parse limit of a file in bytes, 0 for none.
   */
  max_bytes: number;
  /**
   * Syntax nodes of the smallest grouped function.
   */
  min_nodes: number;
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
   * Kinds of clone groups.
   */
  kinds: GroupKind[];
}
/**
 * Coverage; the counts add up to the number of entries and exclusions. An unreadable directory counts as unreadable.
 */
export interface Coverage {
  analyzed: Count;
  partial: Count;
  'syntax-error': Count;
  inventory: Count;
  'unsupported-language': Count;
  'missing-parser': Count;
  'too-large': Count;
  binary: Count;
  undecodable: Count;
  timeout: Count;
  'parser-failed': Count;
  unreadable: Count;
  directory: Count;
  symlink: Count;
  special: Count;
  excluded: Count;
  /**
   * Every file of a parsed language is analyzed and nothing was unreadable.
   */
  complete_within_policy: boolean;
}
export interface FileEntry {
  path: Path;
  name_lossy?: NameLossy;
  kind: 'file';
  /**
   * Bytes.
   */
  size: number;
  /**
   * Size of the file; absent only when it is unreadable.
   */
  sha256?: string;
  /**
   * Number of lines; a trailing line feed does not start a line; 0 for an empty file.
   */
  lines?: number;
  /**
   * A parsed language, or a known one that is not parsed.
   */
  language?: string;
  /**
   * jsx, tsx, d.ts, pyi and the like, or the format of a file with embedded code.
   */
  dialect?: string;
  /**
   * The facts are those of the code in a file of another format, such as the scripts of a Vue component or the cells of a notebook. Its markup is not read: whether it uses a name is unknown. In a notebook byte offsets count the text of its cells, with the lines of the file.
   */
  embedded?: true;
  /**
   * Present when it is not UTF-8.
   */
  encoding?: string;
  status: FileStatus;
  reason?: string;
  errors?: Errors;
  is_test: boolean;
  is_vendored: boolean;
  is_generated: boolean;
  is_example: boolean;
  is_benchmark: boolean;
  /**
   * Configuration of a build or a tool, by the name of the file. Present only where it is true.
   */
  is_configuration?: true;
  /**
   * Hash of the file's syntax, without comments and formatting.
   */
  tree_hash?: string;
  declarations?: Declaration[];
  imports?: Import[];
  calls?: Call[];
  /**
   * In pre-order.
   */
  control?: Control[];
  /**
   * Names that are used other than by a call and lead to a declaration, each once in a declaration. Absent if there is none.
   */
  references?: Reference[];
  /**
   * Uses of names from outside the project. Absent if there is none.
   */
  external_references?: number;
  /**
   * Uses of names that lead to no declaration, such as imported variables. Absent if there is none.
   */
  unresolved_references?: number;
  /**
   * The file has more than 2,000 references; the others are missing.
   */
  references_truncated?: true;
  /**
   * Programs in the here-documents of a Bash file, in order of position. Absent if there is none. Its names are not related to others, and it is in no group of copies by its own syntax.
   */
  embedded_code?: EmbeddedCode[];
}
export interface Errors {
  /**
   * All error ranges; the first 20 are listed.
   */
  count: number;
  /**
   * @maxItems 20
   */
  ranges: ErrorRange[];
}
export interface ErrorRange {
  start_line: Line;
  end_line: Line;
  message?: string;
}
export interface Declaration {
  id: DeclarationId;
  kind: 'function' | 'method' | 'class' | 'interface' | 'enum' | 'type' | 'trait';
  name: string;
  qualified_name: string;
  /**
   * As written, each cut at 200 characters.
   */
  parameters: string[];
  /**
   * The return type as written.
   */
  returns?: string;
  exported: boolean;
  start_line: Line;
  end_line: Line;
  /**
   * Offset in the UTF-8 encoding of the decoded text.
   */
  start_byte: number;
  end_byte: Count;
  /**
   * Syntax nodes that count for comparison.
   */
  nodes: number;
  is_test: boolean;
  /**
   * Fingerprint with names, for functions and methods without syntax errors in their body.
   */
  function_body?: string;
  /**
   * Fingerprint with names replaced by their order.
   */
  function_shape?: string;
  /**
   * Hash of the syntax of a class or type.
   */
  tree_hash?: string;
  /**
   * What it inherits from, in the order in which members are searched; interfaces come last. Absent if there is nothing.
   */
  bases?: Base[];
}
export interface Base {
  /**
   * Dotted, as written, without type arguments; an ellipsis for an expression.
   */
  name: string;
  /**
   * extends: a base class, also in Python, or the base of an interface. implements: an interface of a class. uses: a trait (PHP).
   */
  kind: 'extends' | 'implements' | 'uses';
  state: LinkState;
  /**
   * The rule that found the candidates, as for calls.
   */
  via?: 'local' | 'member' | 'import' | 'inherited' | 'instance';
  candidates: DeclarationId[];
  /**
   * Why it is not resolved.
   */
  reason?: string;
}
export interface Import {
  /**
   * As written.
   */
  specifier: string;
  names: ImportedName[];
  line: Line;
  /**
   * A class that the code names without importing it (PHP).
   */
  reference?: true;
  /**
   * Inside a branch, a try or a function.
   */
  conditional: boolean;
  /**
   * When the import loads its target. Load-time: load, conditional (in a branch or a try). Not at load: deferred (in a function, or dynamic), type_checking (Python TYPE_CHECKING), type_only (erased), asset (its content, URL or path is used), worker (run in another thread).
   */
  phase?: 'load' | 'conditional' | 'deferred' | 'type_checking' | 'type_only' | 'asset' | 'worker';
  state: LinkState;
  /**
   * The project file, when resolved.
   */
  path?: string;
  /**
   * The project files, when ambiguous: the first 64.
   */
  candidates?: Path[];
  /**
   * The rule that found the file, when resolved or ambiguous.
   */
  rule?: string;
  /**
   * Why it is external or unresolved, or that an ambiguous one has more candidates.
   */
  reason?: string;
}
export interface ImportedName {
  /**
   * The exported name; default, or * for the entire module.
   */
  name: string;
  /**
   * The local name, if it differs.
   */
  alias?: string;
}
export interface Call {
  /**
   * Trailing dotted names; any other receiver is shown as an ellipsis.
   */
  callee: string;
  line: Line;
  within: Within;
  state: LinkState;
  /**
   * The rule that found the candidates. local: a name of the file. member: a member of the class or object around the call, or of one that the file declares. import: a name that an import or an autoloader leads to. inherited: a member of a base class. instance: a member of the class of which the receiver, a local variable, is a new object.
   */
  via?: 'local' | 'member' | 'import' | 'inherited' | 'instance';
  candidates: DeclarationId[];
  reason?: string;
}
export interface Control {
  kind: 'condition' | 'loop' | 'match' | 'try' | 'return' | 'raise' | 'call';
  /**
   * Number of enclosing control structures within its declaration.
   */
  depth: number;
  line: Line;
  within: Within;
}
export interface Reference {
  /**
   * The name as written, or the name and one member of it.
   */
  name: string;
  /**
   * value: passed, stored, compared, or a member of it is used. decorator, jsx: as a decorator, as an element. reexport: exported again. type: in a type or an annotation.
   */
  kind: 'value' | 'decorator' | 'jsx' | 'reexport' | 'type';
  /**
   * 1-based.
   */
  line: number;
  within: Within;
  state: 'resolved' | 'ambiguous';
  /**
   * The rule that found the candidates, as for calls.
   */
  via?: 'local' | 'member' | 'import' | 'inherited' | 'instance';
  candidates: DeclarationId[];
  /**
   * Why it is not resolved.
   */
  reason?: string;
}
export interface EmbeddedCode {
  embedded: true;
  language: string;
  /**
   * First line of its text, in the file.
   */
  start_line: number;
  end_line: Count;
  /**
   * Id of the declaration of the file that runs or writes it.
   */
  within: string | null;
  /**
   * As of a file, or `skipped`: the shell expands its text, which is known only when it runs. The lists are empty unless it is `analyzed` or `partial`.
   */
  status: string;
  reason?: string;
  declarations: EmbeddedDeclaration[];
  imports: EmbeddedImport[];
  calls: EmbeddedCall[];
}
export interface EmbeddedDeclaration {
  kind: string;
  name: string;
  qualified_name: string;
  parameters: string[];
  start_line: Count;
  end_line: Count;
}
/**
 * Not resolved: the folder in which the program runs is unknown.
 */
export interface EmbeddedImport {
  specifier: string;
  names: string[];
  line: Count;
}
export interface EmbeddedCall {
  callee: string;
  line: Count;
  /**
   * Qualified name of the declaration of the program around the call.
   */
  within: string | null;
}
export interface SymlinkEntry {
  path: Path;
  name_lossy?: NameLossy;
  kind: 'symlink';
  /**
   * Relative to the folder of the link; not followed. Absent where `outside` is set.
   */
  target?: string;
  /**
   * The link leads out of the scanned folder.
   */
  outside?: true;
}
export interface DirectoryEntry {
  path: Path;
  name_lossy?: NameLossy;
  /**
   * special: a device, socket or named pipe, never opened.
   */
  kind: 'directory' | 'special';
  status?: 'unreadable';
  reason?: string;
}
export interface Cycle {
  /**
   * All files of the component.
   */
  files: Path[];
  /**
   * A shortest cycle through its smallest path, which is not repeated at the end.
   */
  example: Path[];
}
export interface DuplicateFiles {
  sha256: Sha256;
  /**
   * Bytes of one of them.
   */
  size: number;
  paths: Path[];
}
export interface Group {
  id: string;
  kind: GroupKind;
  /**
   * Value of its largest occurrence.
   */
  nodes: number;
  /**
   * Syntax nodes of all occurrences except one.
   */
  score: number;
  /**
   * The function-body group with the same occurrences.
   */
  same_as?: string;
  /**
   * A group whose occurrences contain those of this group.
   */
  contained_in?: string;
  /**
   * A group that has each occurrence of this group in a different one of its own; lists for people show only that group, which itself has no folded_into.
   */
  folded_into?: string;
  /**
   * Declarations; of a near group the leader first, then the most similar. Empty for blocks, and for a near group with callbacks.
   */
  occurrences: DeclarationId[];
  /**
   * The occurrences as objects, in the same order.
   */
  members: Member[];
  /**
   * Only for a near group: similarity of each occurrence to the first one, in thousandths.
   */
  similarity?: number[];
  /**
   * Only for blocks, and for a near group with callbacks: the occurrences; of a near group the leader first, then the most similar.
   *
   * @minItems 2
   */
  blocks?: Block[];
  /**
   * The occurrences that a comment in the source silences, such as analyzer-ignore-next-function: reason. A list does not show them.
   *
   * @minItems 1
   */
  suppressed?: Suppressed[];
}
/**
 * An occurrence of a group: a declaration.
 */
export interface Member {
  path: Path;
  /**
   * Name with its scopes: Outer.inner.
   */
  qualified_name: string;
  start_line: number;
  /**
   * Inclusive.
   */
  end_line: number;
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
   * path#qualified_name@start_line, with :n for the n-th declaration with the same prefix.
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
export interface Suppressed {
  /**
   * Index in occurrences, or in blocks.
   */
  occurrence: number;
  /**
   * 1-based.
   */
  line: number;
  reason: string;
}
export interface Exclusion {
  path: Path;
  kind: 'file' | 'directory' | 'symlink' | 'special';
  reason: 'profile' | 'default' | 'gitignore' | 'analyzerignore' | 'config' | 'exclude' | 'own-output' | 'cache';
  /**
   * The pattern or rule that applied; for gitignore with the file and line where it is written: .gitignore:3:*.log.
   */
  rule: string;
  /**
   * A directory with files of a parsed language that a default exclusion or .gitignore excludes. Only names are read, at most 1,000 in each directory.
   */
  sources?: true;
}
export interface GitProblem {
  path: Path;
  reason: string;
}
export interface CopyRelation {
  /**
   * mirror: two folders with copies of each other's files; folder-family: three or more; fork: two files of which most is equal; file-family: three or more similar files; shared-helper: code that is in three or more files; vendored-library: the files of one package of others.
   */
  kind: 'mirror' | 'folder-family' | 'fork' | 'file-family' | 'shared-helper' | 'vendored-library';
  /**
   * Paths of the folders or files; . is the scanned folder.
   */
  sides: string[];
  /**
   * Files of two sides, matched one to one. Empty for a shared helper and a vendored library.
   */
  pairs: MatchedFiles[];
  /**
   * Equal lines of the pairs, or lines of a shared helper besides one occurrence: what shared code could save. Of a vendored library all lines of its code.
   */
  lines: number;
  /**
   * What differs between two sides: numbers of functions and methods, names of those that only one has, and words that one has instead of those of the other. Of a vendored library its name, version, evidence and licence.
   */
  differs?: string;
  /**
   * Ids of the groups of which all occurrences are inside.
   */
  groups: string[];
  /**
   * Number of other groups that connect the sides: they have occurrences elsewhere too.
   */
  elsewhere: number;
}
export interface MatchedFiles {
  /**
   * Path of the file of one side.
   */
  left: string;
  right: string;
  /**
   * Number of lines of the left file.
   */
  left_lines: number;
  right_lines: number;
  /**
   * Lines with code that are equal except for indentation, aligned in order.
   */
  equal_lines: number;
  /**
   * Functions and methods of one name in both files with equal bodies.
   */
  same: number;
  /**
   * Those with different bodies.
   */
  edited: number;
  /**
   * Those that only the left file has.
   */
  only_left: number;
  only_right: number;
}
/**
 * When the copies of the groups that a list shows came. Only with --blame.
 */
export interface CopyAges {
  /**
   * In the order of lists.
   */
  groups: GroupAges[];
  /**
   * commits: commits of the first-parent line that were searched; is_cut: whether there are older ones; is_shallow: whether the clone lacks older ones.
   */
  history: {
    commits: Count;
    is_cut: boolean;
    is_shallow: boolean;
  };
}
export interface GroupAges {
  /**
   * Its id.
   */
  group: string;
  /**
   * In the order of its occurrences.
   */
  copies: CopyAge[];
  /**
   * Index of the copy that was there before all others. Absent if several came together, or before the searched history.
   */
  first?: number;
  /**
   * Commits that changed all copies that there were then, at least two.
   */
  together: number;
  /**
   * Commits that changed some of the copies that there were then.
   */
  apart: number;
  /**
   * Whether the lines of the copies differ, without layout and the first line of each.
   */
  differ: boolean;
  since?: AgeCommit1;
}
export interface CopyAge {
  path: Path;
  start_line: Line;
  end_line: Line;
  came?: AgeCommit;
  is_uncommitted: boolean;
  /**
   * Commits that changed it since.
   */
  edits: number;
}
/**
 * The commit that wrote more than half of its lines. Absent if it is older than the searched history, or not committed.
 */
export interface AgeCommit {
  /**
   * Id of the commit.
   */
  commit: string;
  /**
   * Of the commit, in UTC.
   */
  date: string;
  /**
   * First line of its message; a stranger wrote it.
   */
  subject: string;
}
/**
 * The commit since which they differ, or are equal. Absent if it is older than the searched history, or not committed.
 */
export interface AgeCommit1 {
  /**
   * Id of the commit.
   */
  commit: string;
  /**
   * Of the commit, in UTC.
   */
  date: string;
  /**
   * First line of its message; a stranger wrote it.
   */
  subject: string;
}
/**
 * Besides engine and root, the only property that may differ between two runs.
 */
export interface Runtime {
  /**
   * Number of files parsed in parallel.
   */
  jobs: number;
  wall_ms: Count;
  cache?: CacheReport;
}
/**
 * Statistics of the parse cache; absent without a cache.
 */
export interface CacheReport {
  /**
   * Files whose facts came from it.
   */
  hits: number;
  /**
   * Files that were added to it.
   */
  misses: number;
  /**
   * Outcomes cached for the next run.
   */
  writes: number;
  /**
   * Damaged or foreign entries and packs; their files were parsed again.
   */
  invalid: number;
  /**
   * Number of failed reads and writes.
   */
  errors: number;
  /**
   * Outcomes too large to cache.
   */
  skipped_large: number;
  /**
   * The problems, without repetition.
   */
  issues: string[];
}
