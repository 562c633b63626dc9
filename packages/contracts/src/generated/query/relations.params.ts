// Generated from packages/contracts/schemas/query/relations.params.schema.json by tools/contracts.mjs. Do not edit.

import type { Limit, MaxChars, Offset, SnapshotId, Subject } from './common.ts';

/**
 * Parameters of relations.
 */
export interface RelationsParams {
  /**
   * Only relations of this project.
   */
  project?: string;
  /**
   * Only relations of this file: a path or its end, path:line, a node_id or a name.
   */
  at?: Subject;
  /**
   * Only this kind.
   */
  kind?: 'mirror' | 'folder-family' | 'fork' | 'file-family' | 'shared-helper' | 'vendored-library';
  /**
   * Maximum number of pairs of files of each relation.
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
export type CompleteRelationsParams = RelationsParams & Required<Pick<RelationsParams, 'max_places' | 'offset' | 'limit'>>;
