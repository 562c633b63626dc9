// Generated from packages/contracts/schemas/query/nodes.data.schema.json by tools/contracts.mjs. Do not edit.

import type { DescribedNode, GroupId, Page, Parameters, Returns } from './common.ts';

/**
 * Projects, files and declarations by project, path and position; containers before their content.
 */
export interface NodesData {
  /**
   * The items of this page, in order.
   */
  items: {
    node: DescribedNode;
    parameters?: Parameters;
    returns?: Returns;
    /**
     * The clone groups that the node is an occurrence of.
     */
    group_ids: GroupId[];
  }[];
  page: Page;
}
