// Generated from packages/contracts/schemas/query/nodes.params.schema.json by tools/contracts.mjs. Do not edit.

import type { FileClass, Glob, Limit, MaxChars, NodeKind, Offset, SnapshotId } from './common.ts';

/**
 * Parameters of nodes.
 */
export interface NodesParams {
  /**
   * Only nodes of this project.
   */
  project?: string;
  /**
   * Only nodes of this kind.
   */
  kind?: NodeKind;
  /**
   * Only declarations whose simple name matches this glob.
   */
  name?: Glob;
  /**
   * Only files, and declarations in files, whose path matches this glob; without / it matches the file's name.
   */
  path?: Glob;
  /**
   * Only nodes of this language.
   */
  language?: string;
  /**
   * true: only exported declarations; false: only others; absent: all.
   */
  exported?: boolean;
  /**
   * true: only tests; false: only other nodes; absent: both.
   */
  is_test?: boolean;
  /**
   * Only nodes in files of all these classes.
   */
  with_classes?: FileClass[];
  /**
   * No nodes in files of these classes.
   */
  without_classes?: FileClass[];
  offset?: Offset;
  limit?: Limit;
  max_chars?: MaxChars;
  /**
   * Only this state, for pages; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteNodesParams = NodesParams & Required<Pick<NodesParams, 'offset' | 'limit'>>;
