// Generated from packages/contracts/schemas/query/members.params.schema.json by tools/contracts.mjs. Do not edit.

import type { GroupId, Limit, MaxChars, Offset, SnapshotId } from './common.ts';

/**
 * Parameters of members.
 */
export interface MembersParams {
  /**
   * The clone group.
   */
  group_id: GroupId;
  /**
   * Only occurrences in this project.
   */
  project?: string;
  offset?: Offset;
  limit?: Limit;
  max_chars?: MaxChars;
  /**
   * Answer only from this state of the index; another one is snapshot_mismatch. Give it when pages are put together.
   */
  snapshot_id?: SnapshotId;
}

/** With the defaults of what was left out. */
export type CompleteMembersParams = MembersParams & Required<Pick<MembersParams, 'offset' | 'limit'>>;
