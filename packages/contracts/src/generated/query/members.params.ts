// Generated from packages/contracts/schemas/query/members.params.schema.json by tools/contracts.mjs. Do not edit.

import type { At, FileClass, GroupId, Limit, MaxChars, Offset, SnapshotId } from './common.ts';

/**
 * Parameters of members.
 */
export interface MembersParams {
  /**
   * The clone group.
   */
  group_id?: GroupId;
  /**
   * A location of an occurrence: exactly one of group_id and at. Without symbol, the only group of the file.
   */
  at?: At;
  /**
   * Only occurrences in this project.
   */
  project?: string;
  offset?: Offset;
  limit?: Limit;
  max_chars?: MaxChars;
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
export type CompleteMembersParams = MembersParams & Required<Pick<MembersParams, 'offset' | 'limit'>>;
