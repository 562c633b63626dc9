// Generated from packages/contracts/schemas/query/missed.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Commit, Count, Line, Page, Path, ProjectLabel } from './common.ts';

/**
 * Changes in the history of projects that did not reach a copy of the changed code, the most important first.
 */
export interface MissedData {
  /**
   * Missed changes.
   */
  items: {
    /**
     * Stable while commit and file are the same.
     */
    missed_id: string;
    /**
     * The change. git show prints it.
     */
    commit: Commit;
    /**
     * The project whose history has the commit.
     */
    project: ProjectLabel;
    /**
     * The file that lacks the change.
     */
    target: {
      project: ProjectLabel;
      path: Path;
    };
    /**
     * What the change is about.
     */
    class: 'behavior' | 'types' | 'renames' | 'style' | 'deprecations' | 'declarations' | 'unlikely';
    /**
     * How the copy is like the code before the change, surest first.
     */
    evidence: 'exact' | 'renamed' | 'similar' | 'one-sided';
    /**
     * Its importance, in thousandths: the product of the factors of its properties.
     */
    weight: Count;
    /**
     * Names of properties with a factor.
     */
    properties: string[];
    /**
     * The first changes.
     */
    places: {
      /**
       * What it is about.
       */
      class: 'behavior' | 'types' | 'renames' | 'style' | 'deprecations' | 'declarations' | 'unlikely';
      /**
       * How the copy is like it.
       */
      evidence: 'exact' | 'renamed' | 'similar' | 'one-sided';
      /**
       * Of the statements around both places, in percent.
       */
      similarity: number;
      /**
       * It merges into the copy without a conflict.
       */
      merges: boolean;
      /**
       * The changed lines in the version of the commit.
       */
      origin: {
        /**
         * Relative to the project.
         */
        path: Path;
        start_line: Line;
        end_line: Line;
      };
      /**
       * The lines of the copy in its last commit.
       */
      target: {
        start_line: Line;
        end_line: Line;
      };
    }[];
    /**
     * Number of further changes.
     */
    more_places: Count;
  }[];
  /**
   * The searched history; absent in an index without one.
   */
  history?: {
    /**
     * Digest of ages and missed changes, 64 hex digits; snapshot_id does not cover them.
     */
    digest: string;
    /**
     * The first projects, those whose history was not read before the others.
     */
    projects: {
      project: ProjectLabel;
      /**
       * no-history: its folder is not in the last commit of a git repository; unreadable: git, or an object of the repository, could not be read.
       */
      state: 'read' | 'no-history' | 'unreadable';
      /**
       * Commits in which copies were followed.
       */
      commits: Count;
      /**
       * There are older ones.
       */
      is_cut: boolean;
      /**
       * The clone lacks older ones.
       */
      is_shallow: boolean;
      /**
       * Commits with changes of code that were searched for missed changes.
       */
      searched: Count;
    }[];
    /**
     * Number of further projects.
     */
    more_projects: Count;
  };
  /**
   * Why nothing is known.
   */
  reason?: string;
  page: Page;
}
