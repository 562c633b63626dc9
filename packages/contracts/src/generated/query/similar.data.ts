// Generated from packages/contracts/schemas/query/similar.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Count, DescribedNode, Line, NodeKind, Page, Parameters } from './common.ts';

/**
 * Code of the index that is like the given code: every declaration that is identical, identical up to renaming, or has a Jaccard coefficient of at least 1/2, and others with a block of identical statements. Best first: by similarity times the nodes of the given declaration, or by the nodes of the block. Last, for each given declaration with less than three of these and no equal one, those that are closest to it.
 */
export interface SimilarData {
  /**
   * The language in which the code was parsed.
   */
  language: string;
  /**
   * The text that was put around the code to parse it; absent if the code is a file.
   */
  wrapped?: {
    /**
     * Before the code.
     */
    before: string;
    /**
     * After the code.
     */
    after: string;
  };
  /**
   * Syntax errors in the code: declarations with one are not compared. Absent if there is none; at most 20.
   */
  errors?: {
    /**
     * First line, 1-based.
     */
    start_line: Line;
    /**
     * Last line, inclusive.
     */
    end_line: Line;
  }[];
  /**
   * The declarations of the code, outer before inner. Statements that are not a file are the function around them.
   */
  subjects: {
    /**
     * Its kind.
     */
    kind: NodeKind;
    /**
     * Its qualified name; absent for statements that are not a file.
     */
    qualified_name?: string;
    /**
     * First line in the code, 1-based.
     */
    start_line: Line;
    /**
     * Last line in the code, inclusive.
     */
    end_line: Line;
    /**
     * Its syntax nodes.
     */
    nodes: Count;
    /**
     * compared: with all declarations of the index; exact_only: too small for similarity, so only identical functions and functions identical up to renaming are found; too_small: not compared; syntax_error: has a syntax error, so it is not compared.
     */
    state: 'compared' | 'exact_only' | 'too_small' | 'syntax_error';
    /**
     * Number of its items, on all pages.
     */
    matches: Count;
  }[];
  /**
   * The items of this page, in order.
   */
  items: {
    /**
     * Index in subjects of the declaration of the code.
     */
    subject: Count;
    /**
     * identical except comments, formatting and its own name; renamed: identical up to renaming; similar; block: some of its statements are identical; closest: less than similar, and the subject has few other matches.
     */
    match: 'identical' | 'renamed' | 'similar' | 'block' | 'closest';
    /**
     * Common 5-grams of the bodies divided by all of them (Jaccard coefficient), in thousandths; absent for code that is too small for it.
     */
    similarity?: number;
    /**
     * The largest run of statements that both have; only of a block.
     */
    block?: {
      /**
       * Its syntax nodes.
       */
      nodes: Count;
      /**
       * Its lines in the code.
       */
      code_lines: {
        /**
         * First line, 1-based.
         */
        start_line: Line;
        /**
         * Last line, inclusive.
         */
        end_line: Line;
      };
      /**
       * Its lines in the file of the index.
       */
      lines: {
        /**
         * First line, 1-based.
         */
        start_line: Line;
        /**
         * Last line, inclusive.
         */
        end_line: Line;
      };
    };
    node: DescribedNode;
    parameters: Parameters;
    /**
     * Its syntax nodes.
     */
    nodes: Count;
    /**
     * It is exported.
     */
    exported: boolean;
    /**
     * Number of files and declarations with a resolved call of it.
     */
    callers: Count;
  }[];
  page: Page;
}
