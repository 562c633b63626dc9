// Generated from packages/contracts/schemas/query/exclusions.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Page, Path, ProjectLabel } from './common.ts';

/**
 * Excluded paths by project and path. An excluded directory is one path; its content is not counted.
 */
export interface ExclusionsData {
  /**
   * The items of this page, in order.
   */
  items: {
    project: ProjectLabel;
    /**
     * Path relative to the project's root, with / as separator.
     */
    path: Path;
    /**
     * What it is.
     */
    kind: 'file' | 'directory' | 'symlink' | 'special';
    /**
     * Reason, as in the parameter reason of exclusions.
     */
    reason: string;
    /**
     * The glob or rule that applied, as written in its source; for gitignore with its file and line: .gitignore:3:*.log.
     */
    rule: string;
  }[];
  page: Page;
}
