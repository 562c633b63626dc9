// Generated from packages/contracts/schemas/query/clones.params.schema.json by tools/contracts.mjs. Do not edit.

import type { Glob, GroupKind, Limit, MaxChars, Offset, SnapshotId } from './common.ts';

/**
 * Parameters of clones.
 */
export interface ClonesParams {
  /**
   * true: only groups in two projects or more; false: only groups within one project; absent: both.
   */
  cross_project?: boolean;
  /**
   * Only groups of this kind. Shape groups with the very occurrences of a body group are listed only when function-shape is asked for.
   */
  kind?: GroupKind;
  /**
   * Only groups of this language.
   */
  language?: string;
  /**
   * Only groups that occur in this project.
   */
  project?: string;
  /**
   * Only groups in at least so many projects.
   */
  min_projects?: number;
  /**
   * Only groups whose largest occurrence has at least so many syntax nodes.
   */
  min_nodes?: number;
  /**
   * false leaves out groups that consist of tests alone.
   */
  include_tests?: boolean;
  /**
   * false leaves out groups that consist of copies of somebody else's code alone.
   */
  include_vendored?: boolean;
  /**
   * true adds groups that another group stands for, such as functions within copied functions.
   */
  contained?: boolean;
  /**
   * Only groups in which some occurrence has a name that matches this glob.
   */
  name?: Glob;
  /**
   * score: projects, then score; projects: the same, as score begins with it; occurrences, nodes: the most first, then as score.
   */
  sort?: 'score' | 'projects' | 'occurrences' | 'nodes';
  offset?: Offset;
  limit?: Limit;
  max_chars?: MaxChars;
  /**
   * Answer only from this state of the index; another one is snapshot_mismatch. Give it when pages are put together.
   */
  snapshot_id?: SnapshotId;
}

/** With the defaults of what was left out. */
export type CompleteClonesParams = ClonesParams & Required<Pick<ClonesParams, 'min_projects' | 'min_nodes' | 'include_tests' | 'include_vendored' | 'contained' | 'sort' | 'offset' | 'limit'>>;
