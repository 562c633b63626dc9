import type { FileFacts } from '#parse/facts.ts';
import type { DecodedUnits } from './copies/decoded-units.ts';
import type { CopyLimits } from './copies/limits.ts';
import type { LeftOutPath } from './left-out.ts';
import type {
  ConfigurationProblem,
  CopyEvidence,
  Cycle,
  DuplicateFiles,
  FileRelations,
  Group,
  GroupKind,
  RunsLeftOut,
} from './model.ts';
import type { SettingText } from './settings/settings.ts';

// Only types are imported from `parse` and `scan`: this module runs none of their code.

/** The properties of a regular file that this module reads; a scan's file entry is one. */
export interface RelateFile {
  /** Relative to the root, with `/` as separator. */
  path: string;
  language?: string;
  dialect?: string;
  sha256?: string;
  size: number;
  is_test: boolean;
  /** Absent when the file was not analysed; imports can still lead to it. */
  facts?: FileFacts;
}

export interface RelateInput {
  /** Every regular file of the project, each path once. */
  files: readonly RelateFile[];
  /** Paths that exist, and that are not among the files. */
  left_out?: readonly LeftOutPath[];
  /** Folders relative to the root that are searched for Python modules in addition to `.` and `src`. */
  source_roots: readonly string[];
  /** Configuration files that say where imports lead, by path in byte order. */
  settings?: ReadonlyMap<string, SettingText>;
  /** Minimum number of syntax nodes of a grouped function. */
  min_nodes: number;
  /** Kinds of groups; those that need element blocks compare the files that have one. Both kinds of functions by default. */
  kinds?: readonly GroupKind[];
  /** Sizes of copies of the kinds that are not exact; those of `LIMITS` by default. */
  limits?: CopyLimits;
  /** Calls are not resolved: their columns stay empty. */
  without_calls?: boolean;
  /** The result has `copy_evidence`. */
  with_copy_evidence?: boolean;
  /** Groups have no `folded_into`. */
  without_folding?: boolean;
  /** Units of earlier states of the project. */
  decoded_units?: DecodedUnits | undefined;
}

export interface Relations {
  /** By path in byte order, for files with facts. */
  relations: Map<string, FileRelations>;
  cycles: Cycle[];
  non_load_cycles: Cycle[];
  /** Configuration files without effect, in whole or in part, by path. */
  configuration_problems: ConfigurationProblem[];
  duplicate_files: DuplicateFiles[];
  groups: Group[];
  runs_left_out?: RunsLeftOut;
  copy_evidence?: CopyEvidence;
}
