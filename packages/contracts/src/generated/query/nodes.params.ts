// Generated from packages/contracts/schemas/query/nodes.params.schema.json by tools/contracts.mjs. Do not edit.

import type { Glob, Limit, MaxChars, NodeKind, Offset, SnapshotId } from './common.ts';

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
   * Only declarations whose own name matches this glob.
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
   * true: only declarations that can be used from outside their file; false: only those that can't; absent: all nodes.
   */
  exported?: boolean;
  /**
   * true: only tests; false: only what is none; absent: both.
   */
  is_test?: boolean;
  offset?: Offset;
  limit?: Limit;
  max_chars?: MaxChars;
  /**
   * Answer only from this state of the index; another one is snapshot_mismatch. Give it when pages are put together.
   */
  snapshot_id?: SnapshotId;
}

/** With the defaults of what was left out. */
export type CompleteNodesParams = NodesParams & Required<Pick<NodesParams, 'offset' | 'limit'>>;
