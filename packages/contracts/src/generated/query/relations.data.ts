// Generated from packages/contracts/schemas/query/relations.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Count, GroupId, Page, Path, ProjectLabel } from './common.ts';

/**
 * Facts about folders and files that explain groups of copies: mirrors and families of folders, forks, families of files, shared helpers, vendored libraries; of each kind those with the most lines first, families of folders among the mirrors.
 */
export interface RelationsData {
  /**
   * Relations.
   */
  items: {
    /**
     * mirror: two folders with copies of each other's files; folder-family: three or more; fork: two files of which most is equal; file-family: three or more similar files; shared-helper: code that is in three or more files; vendored-library: the files of one package of others.
     */
    kind: 'mirror' | 'folder-family' | 'fork' | 'file-family' | 'shared-helper' | 'vendored-library';
    /**
     * The first folders or files.
     */
    sides: {
      /**
       * Absent for a folder of several projects.
       */
      project?: ProjectLabel;
      /**
       * Relative to the project, empty for all of it; without a project, a folder of labels.
       */
      path: Path;
    }[];
    /**
     * Number of further ones.
     */
    more_sides: Count;
    /**
     * Equal lines of the pairs, or lines of a shared helper besides one occurrence: what shared code could save. Of a vendored library all lines of its code.
     */
    lines: Count;
    /**
     * What differs between two sides: numbers of functions and methods, names of those that only one has, and words that one has instead of those of the other. Absent if nothing is known. Of a vendored library its name, version, evidence and licence.
     */
    differs?: string;
    /**
     * Of all pairs: functions and methods with equal bodies.
     */
    same: Count;
    /**
     * Of all pairs: functions and methods with the same name and other bodies.
     */
    edited: Count;
    /**
     * Of all pairs: those that only the left file has.
     */
    only_left: Count;
    /**
     * Of all pairs: those that only the right file has.
     */
    only_right: Count;
    /**
     * The first pairs of files, matched one to one. Empty for a shared helper and a vendored library.
     */
    pairs: {
      /**
       * A file.
       */
      left: {
        project: ProjectLabel;
        path: Path;
        /**
         * Lines of the file.
         */
        lines: Count;
      };
      /**
       * Its counterpart.
       */
      right: {
        project: ProjectLabel;
        path: Path;
        /**
         * Lines of the file.
         */
        lines: Count;
      };
      /**
       * Lines with code that are equal except for indentation, aligned in order.
       */
      equal_lines: Count;
      /**
       * Functions and methods of both files with equal bodies.
       */
      same: Count;
      /**
       * Those of both files with other bodies.
       */
      edited: Count;
      /**
       * Those that only the left file has.
       */
      only_left: Count;
      /**
       * Those that only the right file has.
       */
      only_right: Count;
    }[];
    /**
     * Number of further pairs.
     */
    more_pairs: Count;
    /**
     * The first groups of which all occurrences are inside.
     */
    groups: GroupId[];
    /**
     * Number of further groups.
     */
    more_groups: Count;
    /**
     * Number of other groups that connect the sides: they have occurrences elsewhere too.
     */
    elsewhere: Count;
  }[];
  page: Page;
}
