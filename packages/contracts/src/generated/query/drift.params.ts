// Generated from packages/contracts/schemas/query/drift.params.schema.json by tools/contracts.mjs. Do not edit.

import type { ListLimit, ListOffset, SnapshotId } from './common.ts';

/**
 * Parameters of drift.
 */
export interface DriftParams {
  /**
   * One side: the label of a project, a package, a folder, or a file or declaration as in explore.
   */
  a: string;
  /**
   * The other side.
   */
  b: string;
  /**
   * Searches a only in this project.
   */
  a_project?: string;
  /**
   * Searches b only in this project.
   */
  b_project?: string;
  offset?: ListOffset;
  limit?: ListLimit;
  /**
   * Only this state, for pages; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteDriftParams = DriftParams & Required<Pick<DriftParams, 'offset' | 'limit'>>;
