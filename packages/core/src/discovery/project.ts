import type { ScanOptions } from '#scan/model.ts';
import type { ProjectPackage } from './packages.ts';

/** Data of a project besides its scan. */
export interface ProjectInfo {
  /** Its unique name in the index. */
  label: string;
  /** Absolute path; never part of a query result. */
  root: string;
  /** Names of the files and folders that mark the project, ordered. */
  markers: readonly string[];
  /** Paths of declared workspaces relative to the root, ordered. */
  workspaces: readonly string[];
  /** At its root and in its workspaces, by folder. */
  packages: readonly ProjectPackage[];
}

/** A project to index. */
export interface WorkspaceProject extends ProjectInfo {
  /** Path for messages: the given folder, and the path found in it. */
  path: string;
  options: ScanOptions;
}

/** Options from the command line; absent options have their default. */
export type ChosenOptions = Partial<ScanOptions>;
