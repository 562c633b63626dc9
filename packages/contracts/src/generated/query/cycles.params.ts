// Generated from packages/contracts/schemas/query/cycles.params.schema.json by tools/contracts.mjs. Do not edit.

import type { Limit, MaxChars, Offset, SnapshotId, Subject } from './common.ts';

/**
 * Parameters of cycles.
 */
export interface CyclesParams {
  /**
   * Only cycles of this project.
   */
  project?: string;
  /**
   * Only cycles of this file: a path or its end, path:line, a node_id or a name; the example goes through it.
   */
  at?: Subject;
  /**
   * load: imports that run at load; deferred: cycles that close only through other imports: in functions, dynamic, type-only. Absent: both.
   */
  kind?: 'load' | 'deferred';
  offset?: Offset;
  limit?: Limit;
  max_chars?: MaxChars;
  /**
   * Only this state, for pages; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteCyclesParams = CyclesParams & Required<Pick<CyclesParams, 'offset' | 'limit'>>;
