// Generated from packages/contracts/schemas/analyzer.queue-copies.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * The groups of identical and renamed functions that a project of a queue shares with other projects.
 */
export interface QueueCopiesV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.queue-copies.v1';
  /**
   * Name of the project.
   */
  project: string;
  /**
   * Number of the state of all groups. Each change of a project adds one.
   */
  state: number;
  /**
   * Root of all groups of functions in this state.
   */
  root: string;
  /**
   * Projects with a result whose functions are not in the groups.
   */
  missing: number;
  /**
   * Number of groups that the project shares with others.
   */
  total: number;
  /**
   * The groups with the most nodes in other functions.
   */
  groups: {
    /**
     * Identical functions, or functions identical up to renaming.
     */
    kind: 'function-body' | 'function-shape';
    /**
     * Id of the group, as in an index.
     */
    id: string;
    /**
     * Common hash.
     */
    fingerprint: string;
    /**
     * Number of functions.
     */
    occurrences: number;
    /**
     * Number of projects.
     */
    projects: number;
    /**
     * Syntax nodes of one function.
     */
    nodes: number;
    /**
     * At most five functions of other projects, then at most five of the project.
     *
     * @minItems 2
     * @maxItems 10
     */
    positions: {
      /**
       * Name of the project.
       */
      project: string;
      /**
       * Path relative to the project.
       */
      path: string;
      /**
       * First line, from 1.
       */
      start_line: number;
      /**
       * Last line, inclusive.
       */
      end_line: number;
      /**
       * Name of the function.
       */
      name: string;
    }[];
  }[];
}
