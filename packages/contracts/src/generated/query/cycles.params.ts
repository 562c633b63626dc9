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
   * Only cycles of the file that this means: a path or its end, path:line, a node_id or a name. The example is then a shortest cycle through it.
   */
  at?: Subject;
  /**
   * load: imports that run at load; deferred: cycles that close only through other imports, such as those in functions, dynamic and type-only ones. Absent: both.
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
