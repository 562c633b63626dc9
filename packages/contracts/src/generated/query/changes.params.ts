// Generated from packages/contracts/schemas/query/changes.params.schema.json by tools/contracts.mjs. Do not edit.

import type { Limit, MaxChars, Offset, SnapshotId } from './common.ts';

/**
 * Parameters of changes.
 */
export interface ChangesParams {
  /**
   * Only changes of this kind.
   */
  kind?: 'declaration' | 'import' | 'cycle' | 'group';
  /**
   * Only what was added, removed, changed or moved.
   */
  change?: 'added' | 'removed' | 'changed' | 'moved';
  /**
   * Only changes of this project, which may be in one index only.
   */
  project?: string;
  offset?: Offset;
  limit?: Limit;
  max_chars?: MaxChars;
  /**
   * Only this state, for pages; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteChangesParams = ChangesParams & Required<Pick<ChangesParams, 'offset' | 'limit'>>;
