import type { FileFacts } from '#parse/facts.ts';
import type { Cycle, DuplicateFiles, FileRelations, Group } from '#scan/model.ts';

// The rooms `parse` and `scan` lend this room their types and nothing else: facts come in, relations go out, and no
// code of theirs runs here.

/** What this room needs to know of a project's regular file; a scan's file entry is one. */
export interface RelateFile {
  /** Below the root, `/` as separator. */
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
  /** Below the root, looked into for Python's modules beside `.` and `src`. */
  source_roots: readonly string[];
  /** Smallest number of nodes of a grouped function. */
  min_nodes: number;
  /** Calls are not resolved: their columns stay empty. */
  without_calls?: boolean;
}

export interface Relations {
  /** By path, for files with facts, in bytewise order. */
  relations: Map<string, FileRelations>;
  cycles: Cycle[];
  duplicate_files: DuplicateFiles[];
  groups: Group[];
}
