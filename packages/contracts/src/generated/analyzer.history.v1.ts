// Generated from packages/contracts/schemas/analyzer.history.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * Copies of a folder at commits of its history. Properties may be added in later releases and are never renamed.
 */
export interface HistoryV1 {
  schema: 'analyzer.history.v1';
  /**
   * The parsing engine; both engines give the same numbers.
   */
  engine: 'portable' | 'native';
  /**
   * Name of the folder.
   */
  root: string;
  revision: {
    /**
     * REV:PATH.
     */
    written: string;
    /**
     * The last commit.
     */
    object: string;
  };
  options: {
    /**
     * As the user wrote it.
     */
    since?: string;
    /**
     * Every n-th commit that changed the folder is a step, before the limit applies.
     */
    every: number;
    /**
     * Steps, at most.
     */
    limit: number;
    /**
     * Steps with groups of the kind near: every tenth one and both ends, all, or none.
     */
    near: 'some' | 'all' | 'none';
    profile: 'logic' | 'inventory';
    all: boolean;
    gitignore: boolean;
    config?: false;
    exclude: string[];
    test_globs?: string[];
    generated_globs?: string[];
    source_roots: string[];
    max_bytes: number;
    min_nodes: number;
    min_near_nodes?: number;
    min_block_nodes?: number;
    min_block_shape_nodes?: number;
    kinds: ('function-body' | 'function-shape' | 'near' | 'block' | 'block-shape')[];
  };
  history: {
    /**
     * First-parent commits in the range.
     */
    seen: number;
    /**
     * Those that changed the folder.
     */
    commits: number;
    /**
     * Those that do not have the folder.
     */
    without_folder: number;
    /**
     * The clone has no older commits.
     */
    is_shallow: boolean;
    /**
     * Versions of files that the repository lacks, which are not counted; absent for none.
     */
    missing_objects?: number;
    /**
     * Steps that are not counted, because the repository lacks more than 5 % of their files of parsed languages; absent for none.
     */
    without_files?: number;
  };
  /**
   * Commits after which there were most more repeated lines of product code, the largest growth first.
   */
  most: {
    /**
     * Full hash.
     */
    commit: string;
    /**
     * Of the commit, in UTC: 2026-01-31T12:00:00Z.
     */
    date: string;
    /**
     * First line of the message, which a stranger wrote.
     */
    subject: string;
    /**
     * Commits since the step before, with this one; 1 if this commit alone is compared with the one before it.
     */
    commits: number;
    /**
     * More repeated lines than before.
     */
    lines: number;
  }[];
  /**
   * Oldest first.
   */
  steps: Step[];
  runtime: {
    jobs: number;
    wall_ms: number;
    /**
     * Files that were read at a step because they had changed since the one before.
     */
    parsed_files: number;
  };
}
export interface Step {
  product: Amount;
  tests: Amount;
  /**
   * Full hash.
   */
  commit: string;
  /**
   * Of the commit, in UTC: 2026-01-31T12:00:00Z.
   */
  date: string;
  /**
   * First line of the message, which a stranger wrote.
   */
  subject: string;
  /**
   * Commits since the step before that changed the folder, with this one.
   */
  commits: number;
  /**
   * Files that were analyzed.
   */
  files: number;
  /**
   * Files of parsed languages that could not be analyzed.
   */
  incomplete: number;
  /**
   * Import cycles of all files.
   */
  cycles: number;
  /**
   * Since the step before; absent for the first one, and if other files than at the step before are missing from the repository.
   */
  change?: {
    product: Change;
    tests: Change;
  };
  /**
   * With groups of the kind near; only at some steps.
   */
  near?: {
    product: Near;
    tests: Near;
  };
}
/**
 * Of product code (files of no class), or of tests.
 */
export interface Amount {
  lines: number;
  /**
   * Lines in copies that a list shows, each line once, without the kind near.
   */
  repeated: number;
  /**
   * Groups that a list shows, without the kind near.
   */
  groups: number;
  /**
   * Functions and methods.
   */
  functions: number;
}
export interface Change {
  /**
   * Repeated lines of the files that have more of them.
   */
  added: number;
  /**
   * Repeated lines of the files that have fewer of them.
   */
  removed: number;
  groups_added: number;
  groups_removed: number;
}
export interface Near {
  /**
   * Lines in copies of all kinds that a list shows.
   */
  repeated: number;
  /**
   * Groups of all kinds that a list shows.
   */
  groups: number;
}
