// Generated from packages/contracts/schemas/query/members.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Count, DescribedNode, Page, Parameters, Sha256 } from './common.ts';

/**
 * The occurrences of a clone group, by project, path and position.
 */
export interface MembersData {
  /**
   * The items of this page, in order.
   */
  items: {
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
     * SHA-256 of the file's bytes, for detecting changes.
     */
    sha256: Sha256;
  }[];
  page: Page;
}
