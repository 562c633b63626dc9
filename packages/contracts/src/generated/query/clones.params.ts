// Generated from packages/contracts/schemas/query/clones.params.schema.json by tools/contracts.mjs. Do not edit.

import type { FileClass, Glob, GroupKind, Limit, MaxChars, Offset, SnapshotId } from './common.ts';

/**
 * Parameters of clones.
 */
export interface ClonesParams {
  /**
   * true: only groups in several projects; false: only groups in one; absent: both.
   */
  cross_project?: boolean;
  /**
   * Only groups of this kind. Shape groups with the occurrences of a body group are listed only with function-shape.
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
   * Only groups that also occur in this project.
   */
  with_project?: string;
  /**
   * Only groups in files of this glob.
   */
  path?: Glob;
  /**
   * And in files of this one too.
   */
  with_path?: Glob;
  /**
   * Minimum number of projects.
   */
  min_projects?: number;
  /**
   * Minimum number of syntax nodes of the largest occurrence.
   */
  min_nodes?: number;
  /**
   * Minimum lines of the longest occurrence.
   */
  min_lines?: number;
  /**
   * Of near groups, only those with all occurrences at least so similar to the first one, in thousandths.
   */
  min_similarity?: number;
  /**
   * false omits groups that consist only of tests.
   */
  include_tests?: boolean;
  /**
   * false omits groups that consist only of vendored code.
   */
  include_vendored?: boolean;
  /**
   * Omits groups with all occurrences in one of these classes.
   */
  without_classes?: FileClass[];
  /**
   * true includes groups inside of others, such as functions nested in copied ones.
   */
  contained?: boolean;
  /**
   * Only groups with a name of this glob.
   */
  name?: Glob;
  /**
   * Only functions of one project whose draft needs at most this: nothing, or names (values).
   */
  ease?: 'identical' | 'values';
  /**
   * score: by projects, then score; projects: the same; weight: score; occurrences, nodes: descending; ease: identical, renamed, others.
   */
  sort?: 'score' | 'projects' | 'weight' | 'occurrences' | 'nodes' | 'ease';
  /**
   * Maximum number of places of each group.
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
export type CompleteClonesParams = ClonesParams & Required<Pick<ClonesParams, 'min_projects' | 'min_nodes' | 'min_lines' | 'min_similarity' | 'include_tests' | 'include_vendored' | 'contained' | 'sort' | 'max_places' | 'offset' | 'limit'>>;
