// Generated from packages/contracts/schemas/query/neighbors.params.schema.json by tools/contracts.mjs. Do not edit.

import type { EdgeKind, NodeId, SnapshotId } from './common.ts';

/**
 * Parameters of neighbors.
 */
export interface NeighborsParams {
  /**
   * Where to begin.
   */
  node_id: NodeId;
  /**
   * out: what the node contains, imports and calls; in: what contains, imports and calls it, and the groups it is a member of; both: both.
   */
  direction?: 'in' | 'out' | 'both';
  /**
   * Which edges to follow.
   *
   * @minItems 1
   * @maxItems 4
   */
  edge_kinds?: EdgeKind[];
  /**
   * How many edges away from the node to go.
   */
  depth?: number;
  /**
   * How many nodes to show, the center not counted.
   */
  limit?: number;
  /**
   * Answer only from this state of the index; another one is snapshot_mismatch. Give it when pages are put together.
   */
  snapshot_id?: SnapshotId;
}

/** With the defaults of what was left out. */
export type CompleteNeighborsParams = NeighborsParams & Required<Pick<NeighborsParams, 'direction' | 'edge_kinds' | 'depth' | 'limit'>>;
