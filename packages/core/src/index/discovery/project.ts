import type { ScanOptions } from '#scan/model.ts';
import type { ProjectInfo } from '../write/project-writer.ts';

/** A project to index. */
export interface WorkspaceProject extends ProjectInfo {
  /** Path for messages: the given folder, and the path found in it. */
  path: string;
  options: ScanOptions;
}

/** Options from the command line; absent options have their default. */
export type ChosenOptions = Partial<ScanOptions>;
