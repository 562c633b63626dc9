// Generated from packages/contracts/schemas/analyzer.workspace-config.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * The projects of an index, named by hand. Where a scan option is not given, that of the command line counts, or its default.
 */
export interface WorkspaceConfigV1 {
  /**
   * For editors; not looked at.
   */
  $schema?: string;
  schema: 'analyzer.workspace-config.v1';
  /**
   * In any order; the index lists them by id.
   *
   * @minItems 1
   */
  projects: WorkspaceProject[];
}
export interface WorkspaceProject {
  /**
   * The project's label in the index and in every answer; unlike all others. Node ids depend on it.
   */
  id: string;
  /**
   * Its folder, relative to the folder of this file. No two may be the same or lie in one another.
   */
  path: string;
  /**
   * What of the folder is read: code, tests, manifests and licences, or data and configuration too.
   */
  profile?: 'logic' | 'inventory';
  /**
   * Without default exclusions and .analyzerignore.
   */
  all?: boolean;
  /**
   * Globs of paths to leave out, beside those of the command line.
   */
  exclude?: string[];
  /**
   * Folders below the project's, from which imports are resolved too.
   */
  source_roots?: string[];
  /**
   * Files up to this size are parsed; 0 for any.
   */
  max_bytes?: number;
  /**
   * Syntax nodes of the smallest function to compare.
   */
  min_nodes?: number;
}
