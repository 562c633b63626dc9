// Generated from packages/contracts/schemas/query/neighbors.params.schema.json by tools/contracts.mjs. Do not edit.

import type { At, EdgeKind, FileClass, NodeId, SnapshotId } from './common.ts';

/**
 * Parameters of neighbors.
 */
export interface NeighborsParams {
  /**
   * The start node.
   */
  node_id?: NodeId;
  /**
   * A location of the start node: exactly one of node_id and at. Without symbol, the file.
   */
  at?: At;
  /**
   * out: nodes that the node contains, imports, calls, inherits from and refers to; in: nodes that do so with it, and the groups it is a member of; both: both directions.
   */
  direction?: 'in' | 'out' | 'both';
  /**
   * Which edges to follow.
   *
   * @minItems 1
   * @maxItems 6
   */
  edge_kinds?: EdgeKind[];
  /**
   * Maximum distance from the node in edges.
   */
  depth?: number;
  /**
   * Maximum number of nodes to show, without the center.
   */
  limit?: number;
  /**
   * Only neighbors in files of all these classes.
   */
  with_classes?: FileClass[];
  /**
   * No neighbors in files of these classes.
   */
  without_classes?: FileClass[];
  /**
   * Only this state, for pages; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteNeighborsParams = NeighborsParams & Required<Pick<NeighborsParams, 'direction' | 'edge_kinds' | 'depth' | 'limit'>>;
