// Generated from packages/contracts/schemas/query/impact.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Call, Copy, Count, Declared, DescribedNode, Importer, ReachingTest, UnboundCall } from './common.ts';

/**
 * What a change of a file or declaration would affect.
 */
export interface ImpactData {
  /**
   * What at means.
   */
  subject: Declared;
  /**
   * What depends on it directly and through others, by distance.
   */
  reach: {
    /**
     * Number of calls or imports.
     */
    distance: number;
    /**
     * Declarations, and files outside of declarations, that reach it through so many calls and not fewer.
     */
    declarations: Count;
    /**
     * Files that reach its file through so many imports and not fewer.
     */
    files: Count;
  }[];
  /**
   * false if more depend on it than were followed: the counts are lower limits.
   */
  reach_complete: boolean;
  /**
   * Declarations or files that at can also mean, most likely first.
   */
  others?: {
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
   * Files with an import to change, also through files that pass it on.
   */
  imported_by?: {
    /**
     * Items of the list from offset, at most limit.
     */
    items: Importer[];
    /**
     * Number of all items.
     */
    total: Count;
  };
  /**
   * Declarations that call it, or a declaration in it; product code first.
   */
  callers?: {
    /**
     * Items of the list from offset, at most limit.
     */
    items: Call[];
    /**
     * Number of all items.
     */
    total: Count;
  };
  /**
   * Unresolved calls of its name elsewhere in its project: not known whether they call it.
   */
  possible_calls?: {
    /**
     * Items of the list from offset, at most limit.
     */
    items: UnboundCall[];
    /**
     * Number of all items.
     */
    total: Count;
  };
  /**
   * Declarations that inherit from it, or from a declaration in it.
   */
  derived?: {
    /**
     * Items of the list from offset, at most limit.
     */
    items: Call[];
    /**
     * Number of all items.
     */
    total: Count;
  };
  /**
   * Declarations, and files outside of declarations, that use it other than by a call: pass or store it, export it again, use it as a decorator, in JSX or as a type.
   */
  referenced_by?: {
    /**
     * Items of the list from offset, at most limit.
     */
    items: Call[];
    /**
     * Number of all items.
     */
    total: Count;
  };
  /**
   * Files of the project with more than 2,000 references: those after them are missing in referenced_by. Absent if there is none.
   */
  truncated_files?: Count;
  /**
   * Copies that may have to change in the same way; identical ones first.
   */
  copies?: {
    /**
     * Items of the list from offset, at most limit.
     */
    items: Copy[];
    /**
     * Number of all items.
     */
    total: Count;
  };
  /**
   * Files of tests to run; nearest first.
   */
  tests?: {
    /**
     * Items of the list from offset, at most limit.
     */
    items: ReachingTest[];
    /**
     * Number of all items.
     */
    total: Count;
  };
}
