// Generated from packages/contracts/schemas/query/projects.params.schema.json by tools/contracts.mjs. Do not edit.

import type { Glob, Limit, MaxChars, Offset, SnapshotId } from './common.ts';

/**
 * Parameters of projects.
 */
export interface ProjectsParams {
  /**
   * Only projects whose label matches this glob; without / it matches the last segment of the label.
   */
  name?: Glob;
  /**
   * Only projects with analyzed files of this language.
   */
  language?: string;
  offset?: Offset;
  limit?: Limit;
  max_chars?: MaxChars;
  /**
   * Only this state, for pages; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteProjectsParams = ProjectsParams & Required<Pick<ProjectsParams, 'offset' | 'limit'>>;
