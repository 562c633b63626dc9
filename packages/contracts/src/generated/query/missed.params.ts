// Generated from packages/contracts/schemas/query/missed.params.schema.json by tools/contracts.mjs. Do not edit.

import type { Glob, Limit, MaxChars, Offset, SnapshotId } from './common.ts';

/**
 * Parameters of missed.
 */
export interface MissedParams {
  /**
   * Only changes of this project, or that it lacks.
   */
  project?: string;
  /**
   * Only what a file lacks whose path matches this glob.
   */
  path?: Glob;
  /**
   * Only changes of this class.
   */
  class?: 'behavior' | 'types' | 'renames' | 'style' | 'deprecations' | 'declarations' | 'unlikely';
  /**
   * Maximum places of each.
   */
  max_places?: number;
  offset?: Offset;
  limit?: Limit;
  max_chars?: MaxChars;
  /**
   * Only this state, for pages; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteMissedParams = MissedParams & Required<Pick<MissedParams, 'class' | 'max_places' | 'offset' | 'limit'>>;
