// Generated from packages/contracts/schemas/query/changes.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Count, DescribedNode, GroupId, GroupKind, Line, Page, Path, ProjectLabel, SnapshotId } from './common.ts';

/**
 * What changed between an earlier index and this one: declarations first, then imports, cycles and groups.
 */
export interface ChangesData {
  /**
   * The state of the earlier index.
   */
  since: SnapshotId;
  /**
   * Numbers of declarations outside of functions.
   */
  declarations: {
    /**
     * Only in the index.
     */
    added: Count;
    /**
     * Only in the earlier index.
     */
    removed: Count;
    /**
     * In both, and different.
     */
    changed: Count;
    /**
     * In both, at another path or under another name.
     */
    moved: Count;
  };
  /**
   * Numbers of imports between files, one for each pair of files; only added and removed.
   */
  imports: {
    /**
     * Only in the index.
     */
    added: Count;
    /**
     * Only in the earlier index.
     */
    removed: Count;
    /**
     * In both, and different.
     */
    changed: Count;
    /**
     * In both, at another path or under another name.
     */
    moved: Count;
  };
  /**
   * Numbers of import cycles; only added and removed.
   */
  cycles: {
    /**
     * Only in the index.
     */
    added: Count;
    /**
     * Only in the earlier index.
     */
    removed: Count;
    /**
     * In both, and different.
     */
    changed: Count;
    /**
     * In both, at another path or under another name.
     */
    moved: Count;
  };
  /**
   * Numbers of clone groups that lists show; a group with another number of copies is changed.
   */
  groups: {
    /**
     * Only in the index.
     */
    added: Count;
    /**
     * Only in the earlier index.
     */
    removed: Count;
    /**
     * In both, and different.
     */
    changed: Count;
    /**
     * In both, at another path or under another name.
     */
    moved: Count;
  };
  /**
   * The changes that the parameters choose.
   */
  items: {
    /**
     * declaration, import, cycle or group.
     */
    kind: 'declaration' | 'import' | 'cycle' | 'group';
    /**
     * added, removed, changed or moved.
     */
    change: 'added' | 'removed' | 'changed' | 'moved';
    /**
     * The declaration, the importing file, or the first copy of the group, in the earlier index if it was removed; absent for a cycle.
     */
    node?: DescribedNode;
    /**
     * The declaration in the earlier index, if it changed or moved.
     */
    before?: DescribedNode;
    /**
     * Line of the import.
     */
    line?: Line;
    /**
     * The imported file.
     */
    target?: DescribedNode;
    /**
     * The cycle.
     */
    cycle?: {
      project: ProjectLabel;
      /**
       * load or deferred.
       */
      kind: 'load' | 'deferred';
      /**
       * Number of files that reach each other.
       */
      files: Count;
      /**
       * The first files, by path.
       */
      paths: Path[];
      /**
       * Number of further files.
       */
      more_paths: Count;
    };
    /**
     * The group.
     */
    group?: {
      group_id: GroupId;
      /**
       * Its kind.
       */
      kind: GroupKind;
      /**
       * Number of its copies, in the earlier index if it was removed.
       */
      copies: Count;
      /**
       * Number of its copies in the earlier index, if it changed.
       */
      copies_before?: Count;
    };
  }[];
  page: Page;
}
