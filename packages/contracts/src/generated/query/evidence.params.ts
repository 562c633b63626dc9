// Generated from packages/contracts/schemas/query/evidence.params.schema.json by tools/contracts.mjs. Do not edit.

import type { GroupId, SnapshotId } from './common.ts';

/**
 * Parameters of evidence.
 */
export interface EvidenceParams {
  /**
   * The clone group.
   */
  group_id: GroupId;
  /**
   * How many occurrences to show.
   */
  max_occurrences?: number;
  /**
   * Answer only from this state of the index; another one is snapshot_mismatch. Give it when pages are put together.
   */
  snapshot_id?: SnapshotId;
}

/** With the defaults of what was left out. */
export type CompleteEvidenceParams = EvidenceParams & Required<Pick<EvidenceParams, 'max_occurrences'>>;
