// Generated from packages/contracts/schemas/query/explore.params.schema.json by tools/contracts.mjs. Do not edit.

import type { ListLimit, ListOffset, SnapshotId, Subject } from './common.ts';

/**
 * Parameters of explore.
 */
export interface ExploreParams {
  at: Subject;
  /**
   * Searches a path or a name only in this project.
   */
  project?: string;
  /**
   * Only these lists; absent: all.
   *
   * @minItems 1
   */
  lists?: (
    | 'others'
    | 'callers'
    | 'possible_calls'
    | 'callees'
    | 'unbound_calls'
    | 'bases'
    | 'derived'
    | 'referenced_by'
    | 'references'
    | 'imported_by'
    | 'imports'
    | 'tests'
    | 'copies'
    | 'contents'
  )[];
  /**
   * true quotes its lines, up to 200, where the server may read sources.
   */
  include_source?: boolean;
  offset?: ListOffset;
  limit?: ListLimit;
  /**
   * Only this state, for pages; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteExploreParams = ExploreParams & Required<Pick<ExploreParams, 'include_source' | 'offset' | 'limit'>>;
