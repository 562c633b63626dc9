// Generated from packages/contracts/schemas/query/evidence.params.schema.json by tools/contracts.mjs. Do not edit.

import type { At, FileClass, GroupId, SnapshotId } from './common.ts';

/**
 * Parameters of evidence.
 */
export interface EvidenceParams {
  /**
   * The clone group.
   */
  group_id?: GroupId;
  /**
   * A location of an occurrence: exactly one of group_id and at. Without symbol, the only group of the file.
   */
  at?: At;
  /**
   * Maximum number of occurrences to show.
   */
  max_occurrences?: number;
  /**
   * true writes the draft, where the server may read sources.
   */
  include_source?: boolean;
  /**
   * Only occurrences in files of all these classes.
   */
  with_classes?: FileClass[];
  /**
   * No occurrences in files of these classes.
   */
  without_classes?: FileClass[];
  /**
   * Only this state, for pages; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteEvidenceParams = EvidenceParams & Required<Pick<EvidenceParams, 'max_occurrences' | 'include_source'>>;
