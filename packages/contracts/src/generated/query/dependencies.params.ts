// Generated from packages/contracts/schemas/query/dependencies.params.schema.json by tools/contracts.mjs. Do not edit.

import type { Limit, MaxChars, Offset, SnapshotId } from './common.ts';

/**
 * Parameters of dependencies.
 */
export interface DependenciesParams {
  /**
   * Only dependencies of this: a package, a folder, or the label of a project. Absent: all.
   */
  of?: string;
  /**
   * in: what depends on it; out: what it depends on. Only with of.
   */
  direction?: 'in' | 'out' | 'both';
  /**
   * What depends on what: projects; packages, and the top folders of files outside of packages; or folders.
   */
  by?: 'project' | 'package' | 'folder';
  /**
   * Maximum segments of folders, with by folder.
   */
  depth?: number;
  /**
   * Only dependencies from or to files of this project.
   */
  project?: string;
  /**
   * Also on packages outside of the index; of can name one.
   */
  external?: boolean;
  offset?: Offset;
  limit?: Limit;
  max_chars?: MaxChars;
  /**
   * Only this state, for pages; else snapshot_mismatch.
   */
  snapshot_id?: SnapshotId;
}

/** With all defaults filled in. */
export type CompleteDependenciesParams = DependenciesParams & Required<Pick<DependenciesParams, 'direction' | 'by' | 'depth' | 'external' | 'offset' | 'limit'>>;
