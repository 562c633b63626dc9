// Generated from packages/contracts/schemas/query/search.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Count, DescribedNode, Page, Parameters } from './common.ts';

/**
 * Files and declarations with words of the text, best first: how rare the words are, whether they are in the name, how many there are. Equal copies are one item. At most the 1,000 best are ranked.
 */
export interface SearchData {
  /**
   * The words that were searched.
   */
  words: {
    /**
     * In lower case.
     */
    word: string;
    /**
     * Number of files and declarations of the index that have it, or a word that starts with it or has another ending.
     */
    nodes: Count;
  }[];
  /**
   * The items of this page, in order.
   */
  items: {
    node: DescribedNode;
    parameters: Parameters;
    /**
     * It is exported.
     */
    exported: boolean;
    /**
     * The number by which the items are sorted. It can be compared within one answer only.
     */
    score: Count;
    /**
     * Where it has words of the text. doc: its doc comment; path: of a declaration, the name of its file and folders.
     */
    matched_in: ('name' | 'container' | 'parameters' | 'callees' | 'doc' | 'path')[];
    /**
     * Words of the text that it does not have.
     */
    missing: string[];
    /**
     * Number of equal copies among the ranked ones, which are not items.
     */
    copies: Count;
  }[];
  page: Page;
}
