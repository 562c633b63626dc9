import type { CacheReport } from '#parse/cache/report.ts';
import type { ErrorRanges, FileFacts } from '#parse/facts.ts';
import type { GitProblem } from '#tree/gitignore/git-directory.ts';

/** All options that change the facts of a scan; part of its result. */
export interface ScanOptions {
  profile: 'logic' | 'inventory';
  all: boolean;
  /** Files that Git ignores are excluded. */
  gitignore: boolean;
  exclude: string[];
  /** Relative to the root, `/` as separator. */
  source_roots: string[];
  /** Parse limit per file in bytes, 0 for no limit. */
  max_bytes: number;
  /** Least number of nodes of a grouped function. */
  min_nodes: number;
  /** The kinds of clone groups, in the order of `GROUP_KINDS`. */
  kinds: GroupKind[];
}

/** In display order. The index stores positions in this list, so it may only grow at its end. */
export const FILE_STATUSES = [
  'analyzed',
  'partial',
  'syntax-error',
  'inventory',
  'unsupported-language',
  'missing-parser',
  'too-large',
  'binary',
  'undecodable',
  'timeout',
  'parser-failed',
  'unreadable',
] as const;

export type FileStatus = (typeof FILE_STATUSES)[number];

interface EntryBase {
  /** Relative to the root, `/` as separator; with replacement characters if it is not UTF-8. */
  path: string;
  name_lossy?: true;
}

export interface DirectoryEntry extends EntryBase {
  kind: 'directory' | 'special';
  /** Set if a directory could not be listed. */
  status?: 'unreadable';
  reason?: string;
}

export interface SymlinkEntry extends EntryBase {
  kind: 'symlink';
  /** Relative to the folder of the link; absent if it is outside of the scanned folder. */
  target?: string;
}

export interface FileEntry extends EntryBase {
  kind: 'file';
  size: number;
  /** Hash of the raw bytes, 64 hex digits; absent only if the file is `unreadable`. */
  sha256?: string;
  lines?: number;
  /** A language id, or the name of a known unsupported language. */
  language?: string;
  dialect?: string;
  /** Set if it is not UTF-8. */
  encoding?: string;
  status: FileStatus;
  reason?: string;
  is_test: boolean;
  is_vendored: boolean;
  is_generated: boolean;
  is_example: boolean;
  is_benchmark: boolean;
  errors?: ErrorRanges;
  facts?: FileFacts;
}

export type Entry = DirectoryEntry | SymlinkEntry | FileEntry;

export interface Exclusion {
  path: string;
  kind: 'file' | 'directory' | 'symlink' | 'special';
  /** `profile`, `default`, `gitignore`, `analyzerignore`, `exclude`, `own-output`, `cache`. */
  reason: string;
  /** The glob or rule, as written in its source. */
  rule: string;
}

export type LinkState = 'resolved' | 'ambiguous' | 'external' | 'unresolved';

export interface ResolvedImport {
  /** Index into the file's `facts.imports`. */
  index: number;
  /** The names of the import that this target provides; all of them if it is the only target. */
  names: { name: string; alias?: string }[];
  state: LinkState;
  /** Path of a resolved project file. */
  path?: string;
  /** Paths of the project files of an ambiguous import, ordered. */
  candidates?: string[];
  /** The rule that found the files of a resolved or ambiguous import; one of `importRules`. */
  rule?: string;
  /** Of an external or unresolved import. */
  reason?: string;
}

/** Columns aligned with the file's `facts.calls`; empty if calls were not resolved. */
export interface ResolvedCalls {
  state: LinkState[];
  via: (CallVia | null)[];
  candidates: string[][];
  reason: (string | null)[];
}

export type CallVia = 'local' | 'member' | 'import';

/** The result of `relate` for one analyzed file. */
export interface FileRelations {
  /** Aligned with `facts.declarations`. */
  ids: string[];
  /** Aligned with `facts.declarations`: the file is a test, or the declaration's name is that of a test. */
  is_test: boolean[];
  imports: ResolvedImport[];
  calls: ResolvedCalls;
}

export interface Cycle {
  /** All files of the component, ordered. */
  files: string[];
  /** A shortest cycle, starting at its least path, which is not repeated at the end. */
  example: string[];
}

/** A configuration file that has no effect on imports, in whole or in part. */
export interface ConfigurationProblem {
  path: string;
  problem: string;
}

export interface DuplicateFiles {
  sha256: string;
  size: number;
  paths: string[];
}

export const GROUP_KINDS = ['function-body', 'function-shape', 'near', 'block', 'block-shape'] as const;

export type GroupKind = (typeof GROUP_KINDS)[number];

/** The kinds of groups that an index has. */
export type FunctionGroupKind = Extract<GroupKind, `function-${string}`>;

export interface Group {
  /** `g_` and 20 hex digits. */
  id: string;
  kind: GroupKind;
  /** Nodes of the largest occurrence. */
  nodes: number;
  /** SUM(nodes) - MAX(nodes). */
  score: number;
  /** Id of the function-body group with the same occurrences as this function-shape group. */
  same_as?: string;
  /** The least id of a group whose occurrences each contain one of this group's. */
  contained_in?: string;
  /** Declaration ids, in order; of a near group the leader first, then the most similar. Empty for blocks. */
  occurrences: string[];
  /** Only for a near group: similarity of each occurrence to the leader, in thousandths. */
  similarity?: number[];
  /** Only for blocks: the occurrences, in the order of paths and positions. */
  blocks?: BlockPlace[];
}

/** A run of sibling statements, members or items. */
export interface BlockPlace {
  path: string;
  /** 1-based, inclusive. */
  start_line: number;
  end_line: number;
  /** Offsets in the UTF-8 form of the decoded text. */
  start_byte: number;
  end_byte: number;
  /** Id of the innermost declaration around it. */
  within?: string;
}

/** What a baseline lists of the kinds `near`, `block` and `block-shape`. */
export interface CopyEvidence {
  /** Declarations that are similar to at least one other, whether or not a group has them, with a hash of the body. */
  members: { id: string; body: string }[];
  /** Runs of equal units that cannot be extended, also inside equal units. */
  repeats: CopyRepeat[];
  /** By id of a block group: hashes of its units, 16 hex each. */
  units: Map<string, string[]>;
  /** By id of a group whose occurrences lie in different occurrences of another one: the id of that group. */
  folded: Map<string, string>;
}

export interface CopyRepeat {
  kind: 'block' | 'block-shape';
  /** Hashes of its units, or of their shapes, 16 hex each. */
  units: string[];
  blocks: BlockPlace[];
}

/** A complete scan. `entries` and all lists are in bytewise order of path or id unless stated otherwise. */
export interface Scan {
  /** `portable` or `native`. */
  engine: string;
  /** Name of the folder. */
  root: string;
  options: ScanOptions;
  entries: Entry[];
  /** By path, for entries with facts. */
  relations: Map<string, FileRelations>;
  cycles: Cycle[];
  /** Cycles that close only through imports that do not run at load. */
  non_load_cycles: Cycle[];
  /** By path. */
  configuration_problems: ConfigurationProblem[];
  duplicate_files: DuplicateFiles[];
  /** Highest score first, ties by id. */
  groups: Group[];
  /** Only if requested. */
  copy_evidence?: CopyEvidence;
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

/** Progress of a scan, in order: `listed`, many `file` or `files`, one `relating`. A second `listed` is a restart. */
export type ScanEvent =
  /** A file of Git that could not be used; any number before `listed`. */
  | { type: 'git-problem'; path: string; reason: string }
  | { type: 'listed'; files: number; bytes: number }
  | { type: 'file'; path: string; bytes: number; status: FileStatus }
  /** Several files at once, from an engine that reads a complete project. */
  | { type: 'files'; files: number; bytes: number }
  /** Counters of the own parse cache of an engine that scanned a complete project. */
  | { type: 'cache'; report: CacheReport }
  /** The process that supervises an engine failed, so the project is scanned file by file: the events start again. */
  | { type: 'file-by-file'; reason: string }
  | { type: 'relating' };
