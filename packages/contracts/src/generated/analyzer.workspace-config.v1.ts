// Generated from packages/contracts/schemas/analyzer.workspace-config.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * The projects of an index. A scan option that is not given here is taken from the command line, or has its default.
 */
export interface WorkspaceConfigV1 {
  /**
   * For editors; ignored.
   */
  $schema?: string;
  schema: 'analyzer.workspace-config.v1';
  /**
   * In any order; the index lists languages by id.
   *
   * @minItems 1
   */
  projects: WorkspaceProject[];
}
export interface WorkspaceProject {
  /**
   * The unique label of the project in the index and in every answer. Node ids depend on it.
   */
  id: string;
  /**
   * Its folder, relative to the folder of this file. Folders must be distinct and not nested.
   */
  path: string;
  /**
   * Which files are read: code, tests, manifests and licences, or data and configuration too.
   */
  profile?: 'logic' | 'inventory';
  /**
   * Without default exclusions, .gitignore and .analyzerignore.
   */
  all?: boolean;
  /**
   * Exclude files that Git ignores; true unless set.
   */
  gitignore?: boolean;
  /**
   * Globs of paths to exclude, in addition to those of the command line.
   */
  exclude?: string[];
  /**
   * Additional folders, relative to the project's, that imports are resolved from.
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
