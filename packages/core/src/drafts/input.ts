import type { DraftData } from '@analyzer/contracts/query/draft.data';
import type { DraftMember, ScannedFile } from '#generalize/draft-source.ts';
import type { Group } from '#scan/model.ts';

/** An import that leads to a file of the project. */
export interface IndexedImport {
  line: number;
  specifier: string;
  path: string;
}

/** A file with copies. */
export interface IndexedFile extends ScannedFile {
  path: string;
  imports: IndexedImport[];
  /** As `Project.moduleEnding` of a module. */
  moduleEnding?: string;
  /** Other files with copies that it imports when it is loaded, also through others. */
  reaches: string[];
}

/** What an index knows of the project of some copies. Plain data of one snapshot. */
export interface DraftInput {
  /** Absolute path of the project on this machine. */
  root: string;
  group: Pick<Group, 'id' | 'kind'>;
  members: DraftMember[];
  files: IndexedFile[];
  /** Folders above the files that are packages of Python. */
  packages: string[];
  /** Those with a manifest of npm. */
  manifests: string[];
  /** All names of declarations of the project. */
  names: string[];
}

/** The answer before files are read: without source. */
export type UnreadDraft = Omit<DraftData, 'status' | 'function' | 'lines_saved' | 'patch'>;
