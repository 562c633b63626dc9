import type { CacheReport } from '#parse/cache/report.ts';
import type { ErrorRanges, FileFacts } from '#parse/facts.ts';
import type {
  ConfigurationProblem,
  CopyEvidence,
  Cycle,
  DuplicateFiles,
  FileRelations,
  Group,
  GroupKind,
  RunsLeftOut,
} from '#relate/model.ts';
import type { GitProblem } from '#tree/gitignore/git-directory.ts';

export {
  type BlockRange,
  type CallVia,
  type ConfigurationProblem,
  type CopyEvidence,
  type CopyRepeat,
  type Cycle,
  type DuplicateFiles,
  type FileRelations,
  type FunctionGroupKind,
  GROUP_KINDS,
  type Group,
  type GroupKind,
  type LinkState,
  NO_CALLS,
  NO_REFERENCES,
  type Outcome,
  type ResolvedCalls,
  type ResolvedImport,
  type ResolvedReferences,
} from '#relate/model.ts';

/** All options that change the facts of a scan; part of its result. */
export interface ScanOptions {
  profile: 'logic' | 'inventory';
  all: boolean;
  /** Files that Git ignores are excluded. */
  gitignore: boolean;
  /** Set if the exclusions of the project's own configuration file do not apply. */
  config?: false;
  exclude: string[];
  /** Globs of files that are tests, besides those found by rule; absent without any. */
  test_globs?: string[];
  /** Globs of files that are generated, besides those found by rule; absent without any. */
  generated_globs?: string[];
  /** Relative to the root, `/` as separator. */
  source_roots: string[];
  /** Parse limit per file in bytes, 0 for no limit. */
  max_bytes: number;
  /** Least number of nodes of a grouped function. */
  min_nodes: number;
  /** Least number of nodes of a member of a `near` group, of a block and of a renamed block; absent for the default. */
  min_near_nodes?: number;
  min_block_nodes?: number;
  min_block_shape_nodes?: number;
  /** An index of several projects leaves out the copies that comments of this one silence; set only for an index. */
  trust_suppressions?: true;
  /** Path of this workspace in its monorepo, whose folders give classes to all files; set only for an index. */
  workspace?: string;
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
  is_configuration?: true;
  errors?: ErrorRanges;
  facts?: FileFacts;
}

export type Entry = DirectoryEntry | SymlinkEntry | FileEntry;

export interface Exclusion {
  path: string;
  kind: 'file' | 'directory' | 'symlink' | 'special';
  /** `profile`, `default`, `gitignore`, `analyzerignore`, `config`, `exclude`, `own-output`, `cache`. */
  reason: string;
  /** The glob or rule, as written in its source. */
  rule: string;
  /** A directory with files of a parsed language, excluded by default or by a rule of Git. */
  sources?: true;
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
  /** Absent if there are none. */
  runs_left_out?: RunsLeftOut;
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
