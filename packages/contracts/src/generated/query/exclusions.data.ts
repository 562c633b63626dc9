// Generated from packages/contracts/schemas/query/exclusions.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Page, Path, ProjectLabel } from './common.ts';

/**
 * Paths that were left out, by project and path. A directory cut whole is one; what is in it was not counted.
 */
export interface ExclusionsData {
  /**
   * This page, in order.
   */
  items: {
    project: ProjectLabel;
    /**
     * Path below the project's root, with / as separator.
     */
    path: Path;
    /**
     * What it is.
     */
    kind: 'file' | 'directory' | 'symlink' | 'special';
    /**
     * Who left it out, as in the parameter reason of exclusions.
     */
    reason: string;
    /**
     * The glob or rule that decided, as written in its source.
     */
    rule: string;
  }[];
  page: Page;
}
