// Generated from packages/contracts/schemas/analyzer.result.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { SnapshotId } from './query/common.ts';

/**
 * The answer of an index. But for behind_ms it depends only on the indexed content and the request, and contains no timestamps and no local paths.
 */
export interface ResultV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.result.v1';
  /**
   * The state of the index that answered. Pages can be combined when it is the same.
   */
  snapshot_id: SnapshotId;
  /**
   * The requested operation.
   */
  operation: string;
  /**
   * The answer, in the schema of the operation.
   */
  data: {};
  /**
   * For how many milliseconds files have changed that the index does not have yet. Only of servers that watch folders; absent if it has all changes that are known.
   */
  behind_ms?: number;
}
