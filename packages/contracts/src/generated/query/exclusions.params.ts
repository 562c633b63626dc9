// Generated from packages/contracts/schemas/query/exclusions.params.schema.json by tools/contracts.mjs. Do not edit.

import type { ExclusionReason, Glob, Limit, MaxChars, Offset, SnapshotId } from './common.ts';

/**
 * Parameters of exclusions.
 */
export interface ExclusionsParams {
  /**
   * Only paths of this project.
   */
  project?: string;
  /**
   * Only paths left out for this reason.
   */
  reason?: ExclusionReason;
  /**
   * Only paths that match this glob; with / at its end only directories.
   */
  path?: Glob;
  offset?: Offset;
  limit?: Limit;
  max_chars?: MaxChars;
  /**
   * Answer only from this state of the index; another one is snapshot_mismatch. Give it when pages are put together.
   */
  snapshot_id?: SnapshotId;
}

/** With the defaults of what was left out. */
export type CompleteExclusionsParams = ExclusionsParams & Required<Pick<ExclusionsParams, 'offset' | 'limit'>>;
