import type { CacheReport } from '#parse/cache/report.ts';
import type { ErrorRanges, FileFacts } from '#parse/facts.ts';
import type { GitProblem } from '#tree/gitignore/git-directory.ts';

/** Everything that changes the facts of a scan; shown in its result. */
export interface ScanOptions {
  profile: 'logic' | 'inventory';
  all: boolean;
  /** Files that Git ignores are excluded. */
  gitignore: boolean;
  exclude: string[];
  /** Relative to the root, `/` as separator. */
  source_roots: string[];
  /** Parse limit per file in bytes, 0 for none. */
  max_bytes: number;
  /** Smallest number of nodes of a grouped function. */
  min_nodes: number;
}

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

interface EntryBase {
  /** Below the root, `/` as separator, shown lossily when it is not UTF-8. */
  path: string;
  name_lossy?: true;
}

export interface DirectoryEntry extends EntryBase {
  kind: 'directory' | 'special';
  /** Set when a directory could not be listed. */
  status?: 'unreadable';
  reason?: string;
}

export interface SymlinkEntry extends EntryBase {
  kind: 'symlink';
  /** Relative to the folder of the link; absent where it leads out of the scanned folder. */
  target?: string;
}

export interface FileEntry extends EntryBase {
  kind: 'file';
  size: number;
  /** 64 hex of the raw bytes; absent only when the file is `unreadable`. */
  sha256?: string;
  lines?: number;
  /** A language id, or the name of a known unsupported language. */
  language?: string;
  dialect?: string;
  /** Present when it is not UTF-8. */
  encoding?: string;
  status: FileStatus;
  reason?: string;
  is_test: boolean;
  is_vendored: boolean;
  is_generated: boolean;
  errors?: ErrorRanges;
  facts?: FileFacts;
}

export type Entry = DirectoryEntry | SymlinkEntry | FileEntry;

export interface Exclusion {
  path: string;
  kind: 'file' | 'directory' | 'symlink' | 'special';
  /** `profile`, `default`, `gitignore`, `analyzerignore`, `exclude`, `own-output`, `cache`. */
  reason: string;
  /** The glob or rule that decided, as written in its source. */
  rule: string;
}

export type LinkState = 'resolved' | 'ambiguous' | 'external' | 'unresolved';

export interface ResolvedImport {
  /** Index into the file's `facts.imports`. */
  index: number;
  /** The names of that import that lead to this target; the import's own list when it leads to one target. */
  names: { name: string; alias?: string }[];
  state: LinkState;
  /** Of the project file, when resolved. */
  path?: string;
  /** Of the project files, when ambiguous, in order. */
  candidates?: string[];
  /** The rule that found the files, when resolved or ambiguous; one of `importRules`. */
  rule?: string;
  /** When external or unresolved. */
  reason?: string;
}

/** Columns aligned with the file's `facts.calls`; empty where calls were not to be resolved. */
export interface ResolvedCalls {
  state: LinkState[];
  via: (CallVia | null)[];
  candidates: string[][];
  reason: (string | null)[];
}

export type CallVia = 'local' | 'member' | 'import';

/** What `relate` adds to one analysed file. */
export interface FileRelations {
  /** Aligned with `facts.declarations`. */
  ids: string[];
  /** Aligned with `facts.declarations`: the file is a test, or the declaration's own name says so. */
  is_test: boolean[];
  imports: ResolvedImport[];
  calls: ResolvedCalls;
}

export interface Cycle {
  /** All files of the component, in order. */
  files: string[];
  /** A shortest cycle through it; starts at its least path, which is not repeated at the end. */
  example: string[];
}

export interface DuplicateFiles {
  sha256: string;
  size: number;
  paths: string[];
}

export type GroupKind = 'function-body' | 'function-shape';

export interface Group {
  /** `g_` + 20 hex. */
  id: string;
  kind: GroupKind;
  /** Of one occurrence (the largest). */
  nodes: number;
  /** SUM(nodes) - MAX(nodes). */
  score: number;
  /** A function-shape group with the very occurrences of this function-body group. */
  same_as?: string;
  /** The least id of a group one of whose occurrences holds each of this group's. */
  contained_in?: string;
  /** Declaration ids, in order. */
  occurrences: string[];
}

/** One scan, complete. `entries` and every list are in bytewise order of their path or id unless they say otherwise. */
export interface Scan {
  /** `portable` or `native`. */
  engine: string;
  /** The folder's own name. */
  root: string;
  options: ScanOptions;
  entries: Entry[];
  /** By path, for entries with facts. */
  relations: Map<string, FileRelations>;
  cycles: Cycle[];
  /** Cycles that close only through imports which do not run at load. */
  non_load_cycles: Cycle[];
  duplicate_files: DuplicateFiles[];
  /** Highest score first, ties by id. */
  groups: Group[];
  exclusions: Exclusion[];
  /** Files of Git that could not be used, such as a malformed index. */
  git_problems: GitProblem[];
  runtime: Runtime;
}

export interface Runtime {
  jobs: number;
  wall_ms: number;
  /** Absent without a parse cache. */
  cache?: CacheReport;
}

/** Progress of a scan, in order: `listed`, many `file` or `files`, one `relating`. A second `listed` begins anew. */
export type ScanEvent =
  /** A file of Git that could not be used; any number before `listed`. */
  | { type: 'git-problem'; path: string; reason: string }
  | { type: 'listed'; files: number; bytes: number }
  | { type: 'file'; path: string; bytes: number; status: FileStatus }
  /** Several at once, of an engine that reads a project whole. */
  | { type: 'files'; files: number; bytes: number }
  | { type: 'relating' };
