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
   * Only paths excluded for this reason.
   */
  reason?: ExclusionReason;
  /**
   * Only paths that match this glob; with a trailing / only directories.
   */
  path?: Glob;
  offset?: Offset;
  limit?: Limit;
  max_chars?: MaxChars;
  /**
   * Only this state, for pages; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteExclusionsParams = ExclusionsParams & Required<Pick<ExclusionsParams, 'offset' | 'limit'>>;
