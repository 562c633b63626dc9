// Generated from packages/contracts/schemas/analyzer.baseline.v2.schema.json by tools/contracts.mjs. Do not edit.

/**
 * Known copies and import cycles of a project that are allowed for now. Copies are identified by content first, then by path and name. analyzer baseline writes it, one entry per line, and only removes entries unless additions are requested.
 */
export interface BaselineV2 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.baseline.v2';
  /**
   * Version of the fingerprints that the ids are derived from.
   */
  fingerprint: number;
  options: BaselineOptions;
  /**
   * Allowed copies of functions that are identical up to renaming, by id.
   */
  groups: ListedGroup[];
  /**
   * Declarations that are similar to at least one other, by path and name.
   */
  members: ListedMember[];
  /**
   * Runs of statements, members or items that occur more than once and cannot be extended, by kind and units.
   */
  blocks: ListedBlock[];
  /**
   * Allowed import cycles, by their first file.
   */
  cycles: ListedCycle[];
}
/**
 * The options of the scan; a check uses the same options.
 */
export interface BaselineOptions {
  /**
   * The kinds of files that were read.
   */
  profile: 'logic' | 'inventory';
  /**
   * Whether the default exclusions were disabled.
   */
  all: boolean;
  /**
   * Whether files that Git ignores were excluded; true when absent.
   */
  gitignore?: boolean;
  /**
   * Excluded globs.
   */
  exclude: string[];
  /**
   * Present if the exclusions of the project's own analyzer.json do not apply.
   */
  config?: false;
  /**
   * Globs of files that are tests, besides those found by rule.
   */
  test_globs?: string[];
  /**
   * Globs of files that are generated, besides those found by rule.
   */
  generated_globs?: string[];
  /**
   * Additional folders that imports are resolved from.
   */
  source_roots: string[];
  /**
   * Parse limit of a file in bytes, 0 for none.
   */
  max_bytes: number;
  /**
   * Syntax nodes of the smallest compared function.
   */
  min_nodes: number;
  /**
   * Syntax nodes of the smallest declaration to compare for similar ones; default when absent.
   */
  min_near_nodes?: number;
  /**
   * Syntax nodes of the smallest block to compare; default when absent.
   */
  min_block_nodes?: number;
  /**
   * Syntax nodes of the smallest block to compare up to renaming; default when absent.
   */
  min_block_shape_nodes?: number;
  /**
   * Kinds of clone groups.
   */
  kinds?: ('function-body' | 'function-shape' | 'near' | 'block' | 'block-shape')[];
}
/**
 * Identical functions, or functions identical up to renaming.
 */
export interface ListedGroup {
  /**
   * Id of the function-shape group in analyzer.scan.v1.
   */
  id: string;
  /**
   * Syntax nodes of one copy.
   */
  nodes: number;
  /**
   * <path>#<qualified_name> of each copy, in order. Their number is the allowed number; the names only help to identify new copies.
   *
   * @minItems 2
   */
  copies: string[];
}
/**
 * A declaration. It is recognized by its body, else by its path and name.
 */
export interface ListedMember {
  /**
   * Hash of its body without layout and comments.
   */
  body: string;
  /**
   * Path relative to the root, with / as separator.
   */
  path: string;
  /**
   * Qualified name.
   */
  name: string;
}
/**
 * A run of units. Each contiguous part of it is allowed as often.
 */
export interface ListedBlock {
  kind: 'block' | 'block-shape';
  /**
   * Hash of each unit, or of its shape, separated by spaces.
   */
  units: string;
  /**
   * <path>#<qualified_name> of the declaration around each occurrence, or the path, in order. Their number is the allowed number.
   *
   * @minItems 2
   */
  at: string[];
}
/**
 * An import cycle.
 */
export interface ListedCycle {
  /**
   * Paths relative to the root, in order.
   *
   * @minItems 1
   */
  files: string[];
}
