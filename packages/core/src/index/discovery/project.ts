import type { ScanOptions } from '#scan/model.ts';
import type { ProjectHead } from '../write/project-writer.ts';

/** One project that is to be indexed. */
export interface WorkspaceProject extends ProjectHead {
  /** As a person may find it: what was given, and what was found below it. For messages alone. */
  path: string;
  options: ScanOptions;
}

/** What was chosen on the command line; what was not has its default. */
export type ChosenOptions = Partial<ScanOptions>;
