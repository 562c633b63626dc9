// Generated from packages/contracts/schemas/query/neighbors.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Count, DescribedNode, EdgeKind, LinkState, NodeId } from './common.ts';

/**
 * What is around a node, nearest first.
 */
export interface NeighborsData {
  /**
   * The node that was asked for.
   */
  center: DescribedNode;
  /**
   * Nodes around it, by distance, then by project, path and position.
   */
  nodes: {
    node: DescribedNode;
    /**
     * How many edges away it is.
     */
    distance: number;
  }[];
  /**
   * The followed edges between shown nodes, and the memberships of shown nodes; those of near nodes first.
   */
  edges: {
    /**
     * Node id of its start; of a member edge the id of the clone group.
     */
    from: string;
    /**
     * Node id of its end.
     */
    to: NodeId;
    kind: EdgeKind;
    state: LinkState;
    /**
     * Line of the first import or call; of a contained or member declaration its first line; null for a file.
     */
    line: number | null;
  }[];
  /**
   * What stands next to shown nodes within depth and is not shown itself.
   */
  omitted: {
    /**
     * Nodes beyond the limit.
     */
    nodes: Count;
    /**
     * Edges to these, and edges beyond 1,000.
     */
    edges: Count;
  };
}
