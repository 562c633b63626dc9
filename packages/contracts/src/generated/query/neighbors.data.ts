// Generated from packages/contracts/schemas/query/neighbors.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Count, DescribedNode, EdgeKind, LinkState, NodeId } from './common.ts';

/**
 * The neighbors of a node, nearest first.
 */
export interface NeighborsData {
  /**
   * The requested node.
   */
  center: DescribedNode;
  /**
   * Neighbors by distance, then by project, path and position.
   */
  nodes: {
    node: DescribedNode;
    /**
     * Distance in edges.
     */
    distance: number;
  }[];
  /**
   * What the center inherits from, as written, also outside the project; absent if it is nothing, or if inherits is not among edge_kinds or direction is in.
   */
  bases?: {
    /**
     * extends: a base class, or the base of an interface. implements: an interface of a class. uses: a trait.
     */
    kind: 'extends' | 'implements' | 'uses';
    /**
     * Dotted, as written, without type arguments; an ellipsis for an expression.
     */
    name: string;
    state: LinkState;
    /**
     * Why it is not resolved.
     */
    reason?: string;
  }[];
  /**
   * The followed edges between shown nodes, and the memberships of shown nodes; edges of near nodes first.
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
     * Line of the first import, call or reference; of a contained or member declaration, and of one that inherits, its first line; null for a file.
     */
    line: number | null;
    /**
     * Of an import edge: the earliest phase of its imports.
     */
    phase?: 'load' | 'conditional' | 'deferred' | 'type_checking' | 'type_only' | 'asset' | 'worker';
    /**
     * Of an edge of references: how the name is used; if in several ways, the first of these.
     */
    reference?: 'value' | 'decorator' | 'jsx' | 'reexport' | 'type';
  }[];
  /**
   * Neighbors of shown nodes within depth that are not shown.
   */
  omitted: {
    /**
     * Number of nodes above the limit.
     */
    nodes: Count;
    /**
     * Number of edges to these nodes, and of edges above 1,000.
     */
    edges: Count;
  };
}
