// Generated from packages/contracts/schemas/analyzer.baseline.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * Copies and import cycles of a project that are known and allowed for now. Copies are known by what they are, not by where they stand. It is written by analyzer baseline, one group a line, and shrinks only unless it is told otherwise.
 */
export interface BaselineV1 {
  /**
   * This contract and its version.
   */
  schema: 'analyzer.baseline.v1';
  /**
   * Version of the fingerprints that the ids are made from.
   */
  fingerprint: number;
  options: BaselineOptions;
  /**
   * Copies that are allowed, by id.
   */
  groups: ListedGroup[];
  /**
   * Import cycles that are allowed, by their first file.
   */
  cycles: ListedCycle[];
}
/**
 * What the project was scanned with; a check scans it the same way.
 */
export interface BaselineOptions {
  /**
   * Which kinds of files were taken in.
   */
  profile: 'logic' | 'inventory';
  /**
   * Whether nothing was excluded by default.
   */
  all: boolean;
  /**
   * Globs that were left out.
   */
  exclude: string[];
  /**
   * Folders that imports were resolved from too.
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
}
/**
 * Functions that are equal, or equal but for names.
 */
export interface ListedGroup {
  /**
   * Of the function-shape group in analyzer.scan.v1.
   */
  id: string;
  /**
   * Syntax nodes of one copy.
   */
  nodes: number;
  /**
   * <path>#<qualified_name> of each, in order. Their number is what is allowed; the names only help to tell which copy is new.
   *
   * @minItems 2
   */
  copies: string[];
}
/**
 * Files that import each other in a circle.
 */
export interface ListedCycle {
  /**
   * Below the root, in order.
   *
   * @minItems 1
   */
  files: string[];
}
