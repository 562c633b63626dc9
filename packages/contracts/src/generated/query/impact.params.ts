// Generated from packages/contracts/schemas/query/impact.params.schema.json by tools/contracts.mjs. Do not edit.

import type { ListLimit, ListOffset, SnapshotId, Subject } from './common.ts';

/**
 * Parameters of impact.
 */
export interface ImpactParams {
  at: Subject;
  /**
   * Searches a path or a name only in this project.
   */
  project?: string;
  /**
   * What is planned. move: to another file; rename; signature: other parameters or results; delete. Lists that it does not affect are absent.
   */
  change?: 'move' | 'rename' | 'signature' | 'delete';
  /**
   * Maximum number of calls and imports to follow for the counts of reach.
   */
  depth?: number;
  offset?: ListOffset;
  limit?: ListLimit;
  /**
   * Only this state, for pages; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteImpactParams = ImpactParams & Required<Pick<ImpactParams, 'depth' | 'offset' | 'limit'>>;
