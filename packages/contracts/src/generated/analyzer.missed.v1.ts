// Generated from packages/contracts/schemas/analyzer.missed.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * What a change is about.
 */
export type MissedClass = 'behavior' | 'types' | 'renames' | 'style' | 'deprecations' | 'declarations' | 'unlikely';
/**
 * How surely a place is a copy: exact and renamed: three statements on each side are equal too; similar: the statements around are; one-sided: only one side of the change is equal, or only the changed statements are.
 */
export type MissedEvidence = 'exact' | 'renamed' | 'similar' | 'one-sided';

/**
 * Changes in a history that did not reach a copy of the changed code. Properties may be added in later releases and are never renamed.
 */
export interface MissedV1 {
  schema: 'analyzer.missed.v1';
  /**
   * The parsing engine; both engines give the same findings.
   */
  engine: 'portable' | 'native';
  /**
   * Name of the folder, or of the index.
   */
  root: string;
  /**
   * Absent with an index.
   */
  revision?: {
    /**
     * REV:PATH.
     */
    written: string;
    /**
     * The commit that was searched.
     */
    object: string;
  };
  /**
   * The projects of an index that were searched; paths of findings start with their labels.
   */
  projects?: {
    /**
     * Name of the project.
     */
    label: string;
    /**
     * Its last commit.
     */
    object: string;
  }[];
  /**
   * The projects of an index are selected as they were indexed.
   */
  options: {
    /**
     * As the user wrote it.
     */
    since?: string;
    /**
     * Commits that change code, at most.
     */
    commits: number;
    authors: boolean;
    without: ('tests' | 'vendored' | 'generated' | 'examples' | 'benchmarks' | 'configuration')[];
    /**
     * Classes of changes that are listed besides behavior.
     */
    include: MissedClass[];
    profile?: 'logic' | 'inventory';
    all?: boolean;
    gitignore?: boolean;
    exclude?: string[];
    max_bytes?: number;
  };
  history: {
    /**
     * Commits with changes of code that were compared.
     */
    commits: number;
    /**
     * All commits that were looked at, without merges.
     */
    seen: number;
    /**
     * Changes of code in these commits.
     */
    hunks: number;
    /**
     * There are older commits in the range.
     */
    is_cut: boolean;
    /**
     * The clone has no older commits.
     */
    is_shallow: boolean;
    /**
     * Renamed files were not followed, because Git could not read all contents.
     */
    without_renames: boolean;
  };
  /**
   * Numbers of findings of classes that are not listed, by class.
   */
  apart: {
    behavior?: number;
    types?: number;
    renames?: number;
    style?: number;
    deprecations?: number;
    declarations?: number;
    unlikely?: number;
  };
  /**
   * What is not listed, by reason.
   */
  left_out: {
    /**
     * Changes of more statements than are compared.
     */
    large: number;
    /**
     * Changes that one commit made in more places than are compared.
     */
    repeated: number;
    /**
     * Changes in commits with more changes than are compared.
     */
    in_large_commits: number;
    /**
     * Changes that only move statements.
     */
    moved: number;
    /**
     * Changes with too little around them to know their place again.
     */
    uninformative: number;
    /**
     * Changes without a place that is as the changed one was before.
     */
    without_place: number;
    /**
     * Changes whose places are all in different surroundings.
     */
    unlike: number;
    /**
     * Changes that fit more places than are compared.
     */
    too_many_places: number;
    /**
     * Places that have the change already.
     */
    has_change: number;
    /**
     * Places that did not match when the change was made.
     */
    not_then: number;
    /**
     * Places of changes that the changed file has no longer.
     */
    superseded: number;
    /**
     * Versions of files that could not be parsed.
     */
    unparsed_files: number;
    /**
     * Versions of files that the repository does not have, as in a partial clone.
     */
    missing_objects: number;
    /**
     * Files that became something else, such as a link.
     */
    other_changes: number;
  };
  /**
   * The most important first.
   */
  findings: MissedFinding[];
  /**
   * Differs between runs.
   */
  runtime: {
    jobs: number;
    wall_ms: number;
    /**
     * Files of the searched version.
     */
    files: number;
    /**
     * Versions of files that were parsed besides.
     */
    parsed_versions: number;
  };
}
/**
 * A commit, and a file with a copy that it did not reach.
 */
export interface MissedFinding {
  /**
   * Stable while commit and target are the same.
   */
  id: string;
  commit: string;
  /**
   * When it was committed, in UTC.
   */
  date: string;
  /**
   * First line of the message. A stranger wrote it.
   */
  subject: string;
  /**
   * Only with --authors.
   */
  author?: string;
  /**
   * Path of the file with the copy.
   */
  target: string;
  class: MissedClass;
  evidence: MissedEvidence;
  /**
   * Product of the lifts of the properties, in thousandths. Findings are in its order.
   */
  weight: number;
  /**
   * Ids of the rules of the order that hold (languages/missed.json).
   */
  properties: string[];
  hunks: MissedHunk[];
}
/**
 * One change, and the place that does not have it.
 */
export interface MissedHunk {
  origin: MissedLines;
  target: MissedLines1;
  class: MissedClass;
  evidence: MissedEvidence;
  /**
   * Of the statements around both places, in percent.
   */
  similarity: number;
  /**
   * Whether the change merges into the copy without a conflict.
   */
  merges: boolean;
  /**
   * Lines of the change; the first character is a blank, - or +.
   */
  change: string[];
  /**
   * The same for the copy, if the change was merged; empty if it does not merge.
   */
  merged: string[];
}
/**
 * The changed lines with their context, in the version of the commit.
 */
export interface MissedLines {
  path: string;
  start_line: number;
  end_line: number;
}
/**
 * The place that does not have the change, in the version that was searched.
 */
export interface MissedLines1 {
  path: string;
  start_line: number;
  end_line: number;
}
