// Generated from packages/contracts/schemas/query/explore.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Call, Copy, Count, Declared, DescribedNode, FileImport, Importer, ReachingTest, UnboundCall } from './common.ts';

/**
 * What a file or declaration is, what it uses and what uses it. Lists that the request leaves out are absent, except for the first others.
 */
export interface ExploreData {
  /**
   * What at means.
   */
  subject: Declared;
  /**
   * Its lines, if they were asked for.
   */
  source?: {
    /**
     * shown; changed: the file differs from the indexed one; unreadable: it is missing or cannot be read; size: the file or the lines are too large.
     */
    status: 'shown' | 'changed' | 'unreadable' | 'size';
    /**
     * The lines, without secrets; null if they are not shown.
     */
    text: string | null;
    /**
     * First sentence of its doc comment, without secrets; null for none.
     */
    doc?: string | null;
    /**
     * Lines after the shown ones.
     */
    omitted_lines: Count;
  };
  /**
   * Declarations or files that at can also mean, most likely first.
   */
  others: {
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
   * Unresolved calls of its name elsewhere in its project: each could be a call of it.
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
   * Declarations that it calls.
   */
  callees?: {
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
   * Its calls without a target in the index.
   */
  unbound_calls?: {
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
   * Classes, interfaces and traits that it, or a declaration in it, inherits from.
   */
  bases?: {
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
   * Declarations that it uses other than by a call.
   */
  references?: {
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
   * Files that import it, also through files that pass it on.
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
   * Imports of its file; those of indexed files first.
   */
  imports?: {
    /**
     * Items of the list from offset, at most limit.
     */
    items: FileImport[];
    /**
     * Number of all items.
     */
    total: Count;
  };
  /**
   * Files of tests that reach it; nearest first.
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
  /**
   * Copies of it, and of parts of it; identical ones first.
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
   * Declarations directly in it.
   */
  contents?: {
    /**
     * Items of the list from offset, at most limit.
     */
    items: Declared[];
    /**
     * Number of all items.
     */
    total: Count;
  };
}
