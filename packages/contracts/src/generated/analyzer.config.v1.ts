// Generated from packages/contracts/schemas/analyzer.config.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { WorkspaceProject } from './analyzer.workspace-config.v1.ts';

/**
 * The kinds of copies to look for.
 *
 * @minItems 1
 */
export type ConfiguredKinds = ('function-body' | 'function-shape' | 'near' | 'block' | 'block-shape')[];
/**
 * Classes of files whose findings do not count; only for commands with the option --without.
 */
export type ConfiguredClasses = ('tests' | 'vendored' | 'generated' | 'examples' | 'benchmarks' | 'configuration')[];

/**
 * The settings of a project or a team, in the file analyzer.json. A command-line option overrides the setting of the same name; globs of both are excluded.
 */
export interface ConfigV1 {
  /**
   * For editors; ignored.
   */
  $schema?: string;
  /**
   * A file without this value belongs to another program and has no effect.
   */
  schema: 'analyzer.config.v1';
  /**
   * Which files are read: code, tests, manifests and licences, or data and configuration too.
   */
  profile?: 'logic' | 'inventory';
  /**
   * Scan without default exclusions, .gitignore and .analyzerignore.
   */
  all?: boolean;
  /**
   * Exclude files that Git ignores; true unless set.
   */
  gitignore?: boolean;
  /**
   * Globs of paths to exclude, relative to the scanned folder.
   */
  exclude?: string[];
  /**
   * Globs of files that are tests, besides those found by rule.
   */
  test_globs?: string[];
  /**
   * Globs of files that are generated, besides those found by rule.
   */
  generated_globs?: string[];
  /**
   * Additional folders, relative to the scanned folder, that imports are resolved from.
   */
  source_roots?: string[];
  /**
   * Files up to this size are parsed; 0 for no limit.
   */
  max_bytes?: number;
  /**
   * Syntax nodes of the smallest function to compare.
   */
  min_nodes?: number;
  /**
   * Syntax nodes of the smallest declaration to compare for similar ones; smaller ones do not have enough 5-grams.
   */
  min_near_nodes?: number;
  /**
   * Syntax nodes of the smallest block to compare; smaller ones do not have enough 5-grams.
   */
  min_block_nodes?: number;
  /**
   * Syntax nodes of the smallest block to compare up to renaming; smaller ones do not have enough 5-grams.
   */
  min_block_shape_nodes?: number;
  kinds?: ConfiguredKinds;
  without?: ConfiguredClasses;
  /**
   * The manifest of contracts that check and lsp check, relative to this file; check accepts a folder with one.
   */
  contracts?: string;
  /**
   * Folders that repeat each other on purpose: copies across them are not findings of check.
   */
  mirrors?: ConfiguredMirror[];
  /**
   * Settings of check and baseline only, which have precedence over those above.
   */
  check?: {
    kinds?: ConfiguredKinds;
    /**
     * Syntax nodes of the smallest function to compare.
     */
    min_nodes?: number;
    /**
     * Syntax nodes of the smallest declaration to compare for similar ones; smaller ones do not have enough 5-grams.
     */
    min_near_nodes?: number;
    /**
     * Syntax nodes of the smallest block to compare; smaller ones do not have enough 5-grams.
     */
    min_block_nodes?: number;
    /**
     * Syntax nodes of the smallest block to compare up to renaming; smaller ones do not have enough 5-grams.
     */
    min_block_shape_nodes?: number;
    /**
     * Count the cycles of imports that run at load, or of all imports.
     */
    cycles?: 'load' | 'all';
    without?: ConfiguredClasses;
    /**
     * Classes of groups that count, although the list of a scan puts them apart (languages/lists.json): small, also new tests below 30 nodes or 60 % similarity, and data.
     */
    include?: ('small' | 'data')[];
    /**
     * The largest shares of lines in copies, in percent, as --max-share takes them: 5 of product code, tests=20 of tests, packages/api=3 and packages/api:tests=20 of a folder.
     */
    max_share?: string[];
  };
  /**
   * The projects of workspace index and map if no folder is named.
   *
   * @minItems 1
   */
  projects?: WorkspaceProject[];
}
export interface ConfiguredMirror {
  /**
   * Folders or files, relative to the scanned folder; of nested folders the outer one is meant without the inner one.
   *
   * @minItems 2
   */
  between: string[];
  /**
   * Why the code is repeated.
   */
  reason: string;
}
