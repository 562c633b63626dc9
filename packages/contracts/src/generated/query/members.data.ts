// Generated from packages/contracts/schemas/query/members.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Count, DescribedNode, Page, Parameters, Sha256 } from './common.ts';

/**
 * The occurrences of a clone group, by project, path and position.
 */
export interface MembersData {
  /**
   * This page, in order.
   */
  items: {
    node: DescribedNode;
    parameters: Parameters;
    /**
     * Its syntax nodes.
     */
    nodes: Count;
    /**
     * It can be used from outside its file.
     */
    exported: boolean;
    /**
     * SHA-256 of the file's bytes: what is read later is the same when this is.
     */
    sha256: Sha256;
  }[];
  page: Page;
}
