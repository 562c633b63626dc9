// Generated from packages/contracts/schemas/query/projects.params.schema.json by tools/contracts.mjs. Do not edit.

import type { Glob, Limit, MaxChars, Offset, SnapshotId } from './common.ts';

/**
 * Parameters of projects.
 */
export interface ProjectsParams {
  /**
   * Only projects whose label matches this glob; without / it matches the label's last name.
   */
  name?: Glob;
  /**
   * Only projects with analysed files of this language.
   */
  language?: string;
  offset?: Offset;
  limit?: Limit;
  max_chars?: MaxChars;
  /**
   * Answer only from this state of the index; another one is snapshot_mismatch. Give it when pages are put together.
   */
  snapshot_id?: SnapshotId;
}

/** With the defaults of what was left out. */
export type CompleteProjectsParams = ProjectsParams & Required<Pick<ProjectsParams, 'offset' | 'limit'>>;
