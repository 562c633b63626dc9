// Generated from packages/contracts/schemas/query/projects.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Copied, Count, Coverage, LanguageCount, NodeId, Page, ProjectLabel, Repeated, SnapshotId } from './common.ts';

/**
 * Projects by label.
 */
export interface ProjectsData {
  /**
   * The items of this page, in order.
   */
  items: {
    node_id: NodeId;
    project: ProjectLabel;
    /**
     * Regular files of any status.
     */
    files: Count;
    /**
     * Lines of its analyzed files.
     */
    lines: Count;
    /**
     * Functions and methods.
     */
    functions: Count;
    /**
     * Analyzed files by language, ordered by language id.
     */
    languages: LanguageCount[];
    repeated: Repeated;
    copied: Copied;
    /**
     * Clone groups that occur here and in another project, without contained groups and shape groups of body groups.
     */
    shared_groups: Count;
    coverage: Coverage;
    /**
     * Digest of the project's own scan.
     */
    snapshot_id: SnapshotId;
    /**
     * Files and folders that mark the root of a project, such as package.json.
     */
    markers: string[];
    /**
     * Workspaces that the project declares, as paths below its root.
     */
    workspaces: string[];
  }[];
  page: Page;
}
