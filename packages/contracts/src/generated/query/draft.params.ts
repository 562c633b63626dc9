// Generated from packages/contracts/schemas/query/draft.params.schema.json by tools/contracts.mjs. Do not edit.

import type { At, GroupId, SnapshotId } from './common.ts';

/**
 * Parameters of draft.
 */
export interface DraftParams {
  /**
   * The clone group.
   */
  group_id?: GroupId;
  /**
   * A copy: exactly one of group_id and at.
   */
  at?: At;
  /**
   * Its copies; default: the project with most copies.
   */
  project?: string;
  /**
   * true writes the function, where the server may read sources.
   */
  include_source?: boolean;
  /**
   * Only this state, for pages; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteDraftParams = DraftParams & Required<Pick<DraftParams, 'include_source'>>;
