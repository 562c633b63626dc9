// Generated from packages/contracts/schemas/query/summary.params.schema.json by tools/contracts.mjs. Do not edit.

import type { SnapshotId } from './common.ts';

/**
 * Parameters of summary.
 */
export interface SummaryParams {
  /**
   * Only this state, for pages; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteSummaryParams = SummaryParams;
