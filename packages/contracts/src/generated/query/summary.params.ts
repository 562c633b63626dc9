// Generated from packages/contracts/schemas/query/summary.params.schema.json by tools/contracts.mjs. Do not edit.

import type { SnapshotId } from './common.ts';

/**
 * Parameters of summary.
 */
export interface SummaryParams {
  /**
   * Answer only from this state of the index; another one is snapshot_mismatch. Give it when pages are put together.
   */
  snapshot_id?: SnapshotId;
}

/** With the defaults of what was left out. */
export type CompleteSummaryParams = SummaryParams;
