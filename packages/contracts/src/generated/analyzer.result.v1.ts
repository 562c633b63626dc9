// Generated from packages/contracts/schemas/analyzer.result.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { SnapshotId } from './query/common.ts';

/**
 * The answer of an index. It depends on the indexed content and the request alone: no clock, no local path.
 */
export interface ResultV1 {
  /**
   * This contract and its version.
   */
  schema: 'analyzer.result.v1';
  /**
   * The state of the index that answered. Pages belong together when it is the same.
   */
  snapshot_id: SnapshotId;
  /**
   * The operation that was asked.
   */
  operation: string;
  /**
   * The answer, as the operation's own schema says.
   */
  data: {};
}
