// Generated from packages/contracts/schemas/query/cycles.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Count, Line, Page, Path, ProjectLabel } from './common.ts';

/**
 * Import cycles: strongly connected components of files. Those at load first, then by number of files.
 */
export interface CyclesData {
  /**
   * Cycles.
   */
  items: {
    project: ProjectLabel;
    /**
     * load or deferred.
     */
    kind: 'load' | 'deferred';
    /**
     * Number of files that reach each other.
     */
    files: Count;
    /**
     * One of the shortest cycles.
     */
    example: {
      /**
       * The importing file.
       */
      path: Path;
      /**
       * Line of the import.
       */
      line: Line;
    }[];
    /**
     * The first files of the cycle, by path.
     */
    paths: Path[];
    /**
     * Number of further files.
     */
    more_paths: Count;
  }[];
  page: Page;
}
