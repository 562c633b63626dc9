// Generated from packages/contracts/schemas/query/context.params.schema.json by tools/contracts.mjs. Do not edit.

import type { GroupId, SnapshotId } from './common.ts';

/**
 * Parameters of context.
 */
export interface ContextParams {
  /**
   * The clone group.
   */
  group_id?: GroupId;
  /**
   * Several clone groups: exactly one of group_id and group_ids.
   *
   * @minItems 1
   * @maxItems 20
   */
  group_ids?: GroupId[];
  /**
   * true includes source text of unchanged files, where the server may read sources.
   */
  include_source?: boolean;
  /**
   * Maximum characters (Unicode scalar values) of both message contents (default 24000).
   */
  max_chars?: number;
  /**
   * Only this state, for pages; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteContextParams = ContextParams & Required<Pick<ContextParams, 'include_source'>>;
