// Generated from packages/contracts/schemas/analyzer.extraction-rebase.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { FamilyId, PackageId, ProjectLabel, Sha256, TaskKey } from './analyzer.extraction.common.v1.ts';

/**
 * What changed about the copies of an extraction since its recorded plan, and what happens to its tasks.
 */
export interface ExtractionRebaseV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.extraction-rebase.v1';
  /**
   * The state of the index that the copies are compared with.
   */
  snapshot_id: Sha256;
  /**
   * Digest of the plan with the present copies.
   */
  plan_digest: Sha256;
  /**
   * Copies that changed, in the order of the plan.
   */
  changes: {
    family_id: FamilyId;
    project: ProjectLabel;
    /**
     * Its file in the recorded plan, relative to the project.
     */
    path: string;
    /**
     * Its name.
     */
    qualified_name: string;
    /**
     * code: the function; links: its imports or callers; moved: its file; gone: it no longer exists; differs: it is in no group with another copy.
     */
    change: 'code' | 'links' | 'moved' | 'gone' | 'differs';
  }[];
  /**
   * Families with fewer than two copies left.
   */
  dropped: FamilyId[];
  /**
   * The tasks of the recorded plan, in its order, then those that the configuration adds.
   */
  tasks: {
    /**
     * Key in the plan.
     */
    key: TaskKey;
    project: ProjectLabel;
    /**
     * kept: its result counts; again: its result no longer holds; open: it has no result; dropped: it has no family; new: the configuration adds it.
     */
    action: 'kept' | 'again' | 'open' | 'dropped' | 'new';
  }[];
  /**
   * Packages that another configuration changes; absent without one.
   */
  packages?: {
    package_id: PackageId;
    /**
     * added: the recorded plan does not have it; changed: properties differ; removed: no family has it any more.
     */
    change: 'added' | 'changed' | 'removed';
    /**
     * The properties that differ, of a changed package.
     */
    properties: ('name' | 'path' | 'release')[];
  }[];
  /**
   * Families that another configuration gives another package, or adds; absent without one.
   */
  families?: {
    family_id: FamilyId;
    /**
     * Its package before; null without one, absent if the family is new.
     */
    from?: PackageId | null;
    /**
     * Its package; null without one.
     */
    to: PackageId | null;
  }[];
}
