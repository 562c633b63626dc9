// Generated from packages/contracts/schemas/query/dependencies.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Count, Line, Page, Path, ProjectLabel } from './common.ts';

/**
 * Dependencies by imports, most imports first.
 */
export interface DependenciesData {
  /**
   * Dependencies.
   */
  items: {
    /**
     * What imports.
     */
    from: {
      project: ProjectLabel;
      /**
       * The package or folder; empty for a project and for files in its root.
       */
      name: string;
    };
    /**
     * What is imported.
     */
    to: {
      project: ProjectLabel;
      /**
       * The package or folder; empty for a project and for files in its root.
       */
      name: string;
      /**
       * Outside of the index.
       */
      external?: true;
    };
    /**
     * Number of importing files.
     */
    files: Count;
    /**
     * Number of imports.
     */
    imports: Count;
    /**
     * The first imports behind it, product code first.
     */
    edges: {
      /**
       * The importing file.
       */
      path: Path;
      /**
       * Line of its first import.
       */
      line: Line;
      /**
       * The imported file, or the import as written.
       */
      target: Path;
    }[];
    /**
     * Number of further pairs of files.
     */
    more_edges: Count;
  }[];
  page: Page;
}
