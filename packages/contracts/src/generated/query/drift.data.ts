// Generated from packages/contracts/schemas/query/drift.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Changes, Count, DescribedNode, Path, ProjectLabel } from './common.ts';

/**
 * What two parts of the index have in common, and what differs.
 */
export interface DriftData {
  /**
   * One side.
   */
  a: {
    project: ProjectLabel;
    /**
     * The folder or file; empty for the project.
     */
    path: Path;
    /**
     * Of a declaration.
     */
    qualified_name?: string;
    /**
     * Number of declarations outside of functions.
     */
    declarations: Count;
  };
  /**
   * The other side.
   */
  b: {
    project: ProjectLabel;
    /**
     * The folder or file; empty for the project.
     */
    path: Path;
    /**
     * Of a declaration.
     */
    qualified_name?: string;
    /**
     * Number of declarations outside of functions.
     */
    declarations: Count;
  };
  /**
   * Declarations with the same code on both sides.
   */
  same: Count;
  /**
   * Declarations of the same name without digests in the index: types, whose methods are compared, and functions with few syntax nodes.
   */
  not_compared: Count;
  /**
   * Declarations of the same name whose code differs.
   */
  edited: {
    /**
     * Items of the list from offset, at most limit.
     */
    items: {
      /**
       * In a.
       */
      a: DescribedNode;
      /**
       * In b.
       */
      b: DescribedNode;
      /**
       * The aligned changes from a to b, where the index has the tokens of both.
       */
      changes?: Changes;
    }[];
    /**
     * Number of all items.
     */
    total: Count;
  };
  /**
   * Declarations that are identical up to renaming, or have other names.
   */
  renamed: {
    /**
     * Items of the list from offset, at most limit.
     */
    items: {
      /**
       * In a.
       */
      a: DescribedNode;
      /**
       * In b.
       */
      b: DescribedNode;
    }[];
    /**
     * Number of all items.
     */
    total: Count;
  };
  /**
   * Declarations only in a.
   */
  only_a: {
    /**
     * Items of the list from offset, at most limit.
     */
    items: DescribedNode[];
    /**
     * Number of all items.
     */
    total: Count;
  };
  /**
   * Declarations only in b.
   */
  only_b: {
    /**
     * Items of the list from offset, at most limit.
     */
    items: DescribedNode[];
    /**
     * Number of all items.
     */
    total: Count;
  };
}
