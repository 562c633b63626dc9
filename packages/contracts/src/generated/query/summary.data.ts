// Generated from packages/contracts/schemas/query/summary.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Copied, Count, Coverage, LanguageCount, Path, ProjectLabel, Repeated } from './common.ts';

/**
 * Totals of the index.
 */
export interface SummaryData {
  /**
   * Projects in the index.
   */
  projects: Count;
  /**
   * Regular files by status.
   */
  files: {
    /**
     * Files that are analyzed.
     */
    analyzed: Count;
    /**
     * Files that are partial.
     */
    partial: Count;
    /**
     * Files that are syntax-error.
     */
    'syntax-error': Count;
    /**
     * Files that are inventory.
     */
    inventory: Count;
    /**
     * Files that are unsupported-language.
     */
    'unsupported-language': Count;
    /**
     * Files that are missing-parser.
     */
    'missing-parser': Count;
    /**
     * Files that are too-large.
     */
    'too-large': Count;
    /**
     * Files that are binary.
     */
    binary: Count;
    /**
     * Files that are undecodable.
     */
    undecodable: Count;
    /**
     * Files that are timeout.
     */
    timeout: Count;
    /**
     * Files that are parser-failed.
     */
    'parser-failed': Count;
    /**
     * Files that are unreadable.
     */
    unreadable: Count;
  };
  /**
   * Analyzed files by language, ordered by language id.
   */
  languages: LanguageCount[];
  /**
   * Declarations by kind.
   */
  declarations: {
    /**
     * Declarations of kind function.
     */
    function: Count;
    /**
     * Declarations of kind method.
     */
    method: Count;
    /**
     * Declarations of kind class.
     */
    class: Count;
    /**
     * Declarations of kind interface.
     */
    interface: Count;
    /**
     * Declarations of kind enum.
     */
    enum: Count;
    /**
     * Declarations of kind type.
     */
    type: Count;
    /**
     * Declarations of kind trait.
     */
    trait: Count;
  };
  /**
   * Links by kind and state; each import, call and base counts once per occurrence in the source.
   */
  edges: {
    /**
     * Containment edges, always resolved.
     */
    contains: {
      /**
       * Links with one target in the project.
       */
      resolved: Count;
      /**
       * Links with several candidates.
       */
      ambiguous: Count;
      /**
       * Links to a target outside the project.
       */
      external: Count;
      /**
       * Links without a target.
       */
      unresolved: Count;
      /**
       * Calls of a member of the declared type of their receiver.
       */
      declared: Count;
    };
    /**
     * Imports of files.
     */
    imports: {
      /**
       * Links with one target in the project.
       */
      resolved: Count;
      /**
       * Links with several candidates.
       */
      ambiguous: Count;
      /**
       * Links to a target outside the project.
       */
      external: Count;
      /**
       * Links without a target.
       */
      unresolved: Count;
      /**
       * Calls of a member of the declared type of their receiver.
       */
      declared: Count;
    };
    /**
     * Calls.
     */
    calls: {
      /**
       * Links with one target in the project.
       */
      resolved: Count;
      /**
       * Links with several candidates.
       */
      ambiguous: Count;
      /**
       * Links to a target outside the project.
       */
      external: Count;
      /**
       * Links without a target.
       */
      unresolved: Count;
      /**
       * Calls of a member of the declared type of their receiver.
       */
      declared: Count;
    };
    /**
     * Occurrences of clone groups: always resolved.
     */
    member: {
      /**
       * Links with one target in the project.
       */
      resolved: Count;
      /**
       * Links with several candidates.
       */
      ambiguous: Count;
      /**
       * Links to a target outside the project.
       */
      external: Count;
      /**
       * Links without a target.
       */
      unresolved: Count;
      /**
       * Calls of a member of the declared type of their receiver.
       */
      declared: Count;
    };
    /**
     * Base classes, interfaces and traits of declarations.
     */
    inherits: {
      /**
       * Links with one target in the project.
       */
      resolved: Count;
      /**
       * Links with several candidates.
       */
      ambiguous: Count;
      /**
       * Links to a target outside the project.
       */
      external: Count;
      /**
       * Links without a target.
       */
      unresolved: Count;
      /**
       * Calls of a member of the declared type of their receiver.
       */
      declared: Count;
    };
    /**
     * Uses of declarations other than by a call.
     */
    references: {
      /**
       * Links with one target in the project.
       */
      resolved: Count;
      /**
       * Links with several candidates.
       */
      ambiguous: Count;
      /**
       * Links to a target outside the project.
       */
      external: Count;
      /**
       * Links without a target.
       */
      unresolved: Count;
      /**
       * Calls of a member of the declared type of their receiver.
       */
      declared: Count;
    };
  };
  /**
   * Clone groups by kind.
   */
  groups: {
    /**
     * Identical except comments, formatting and the function's own name.
     */
    'function-body': {
      /**
       * Number of groups, including contained groups and shape groups of body groups.
       */
      groups: Count;
      /**
       * Functions and methods in these files.
       */
      occurrences: Count;
      /**
       * Number of groups in two or more projects.
       */
      cross_project: Count;
    };
    /**
     * Identical up to renaming.
     */
    'function-shape': {
      /**
       * Number of groups, including contained groups and shape groups of body groups.
       */
      groups: Count;
      /**
       * Functions and methods in these files.
       */
      occurrences: Count;
      /**
       * Number of groups in two or more projects.
       */
      cross_project: Count;
    };
    /**
     * Similar functions, methods, classes, interfaces, types, enums and traits.
     */
    near: {
      /**
       * Number of groups, including contained groups and shape groups of body groups.
       */
      groups: Count;
      /**
       * Functions and methods in these files.
       */
      occurrences: Count;
      /**
       * Number of groups in two or more projects.
       */
      cross_project: Count;
    };
    /**
     * Identical runs of statements, members or items.
     */
    block: {
      /**
       * Number of groups, including contained groups and shape groups of body groups.
       */
      groups: Count;
      /**
       * Functions and methods in these files.
       */
      occurrences: Count;
      /**
       * Number of groups in two or more projects.
       */
      cross_project: Count;
    };
    /**
     * Such runs identical up to renaming.
     */
    'block-shape': {
      /**
       * Number of groups, including contained groups and shape groups of body groups.
       */
      groups: Count;
      /**
       * Functions and methods in these files.
       */
      occurrences: Count;
      /**
       * Number of groups in two or more projects.
       */
      cross_project: Count;
    };
  };
  repeated: Repeated;
  copied: Copied;
  coverage: Coverage;
  /**
   * The excluded paths.
   */
  exclusions: {
    /**
     * Excluded paths; an excluded directory counts as one.
     */
    paths: Count;
    /**
     * By reason, in alphabetical order.
     */
    reasons: {
      /**
       * Reason, as in the parameter reason of exclusions.
       */
      reason: string;
      /**
       * Number of excluded paths.
       */
      paths: Count;
    }[];
  };
  /**
   * Import cycles of imports that run at load.
   */
  cycles: {
    /**
     * Import cycles: sets of files that import each other.
     */
    components: Count;
    /**
     * Files in them.
     */
    files: Count;
    /**
     * Cycles that close only through imports that do not run at load.
     */
    non_load_components?: Count;
  };
  /**
   * Facts about folders and files that explain groups of copies; the operation relations lists them.
   */
  relations?: {
    /**
     * Number of relations.
     */
    total: Count;
    /**
     * The first ones, at most five.
     */
    largest: {
      /**
       * mirror: two folders with copies of each other's files; folder-family: three or more; fork: two files of which most is equal; file-family: three or more similar files; shared-helper: code that is in three or more files; vendored-library: the files of one package of others.
       */
      kind: 'mirror' | 'folder-family' | 'fork' | 'file-family' | 'shared-helper' | 'vendored-library';
      /**
       * The first folders or files.
       */
      sides: {
        /**
         * Absent for a folder of several projects.
         */
        project?: ProjectLabel;
        /**
         * Relative to the project, empty for all of it; without a project, a folder of labels.
         */
        path: Path;
      }[];
      /**
       * Number of further ones.
       */
      more_sides: Count;
      /**
       * Equal lines of the pairs, or lines of a shared helper besides one occurrence: what shared code could save. Of a vendored library all lines of its code.
       */
      lines: Count;
      /**
       * What differs between the sides: numbers of functions and methods, and words that one side has at least five times as often. Absent if nothing is known. Of a vendored library its name, version, evidence and licence.
       */
      differs?: string;
    }[];
    /**
     * Groups, and pairs of files or folders, that were not compared.
     */
    left_out: Count;
    /**
     * Files that were not compared because their indexed text was not on the machine that indexed.
     */
    not_read: Count;
  };
  /**
   * Repeated runs of files that have too many of them: only the largest ones are groups. Absent if there are none.
   */
  runs_left_out?: {
    /**
     * Occurrences that are in no group.
     */
    occurrences: Count;
    /**
     * Files with too many runs.
     */
    files: Count;
  };
  /**
   * Merkle root of the groups and their occurrences: equal for equal groups, on any engine.
   */
  root: string;
  /**
   * The versions that ids and facts depend on.
   */
  versions: {
    /**
     * Version of the fingerprints; groups of different versions are not comparable.
     */
    fingerprint: number;
    /**
     * Version of the answers of the index.
     */
    format: number;
    /**
     * The parser of each language, by language id.
     */
    languages: {
      /**
       * A parser.
       */
      [k: string]: {
        /**
         * Its name.
         */
        parser: string;
        /**
         * Its exact version.
         */
        version: string;
      };
    };
  };
  /**
   * The history of the projects; only in an index with one.
   */
  history?: {
    /**
     * Digest of ages and missed changes, 64 hex digits; snapshot_id does not cover them.
     */
    digest: string;
    /**
     * The first projects, those whose history was not read before the others.
     */
    projects: {
      project: ProjectLabel;
      /**
       * no-history: its folder is not in the last commit of a git repository; unreadable: git, or an object of the repository, could not be read.
       */
      state: 'read' | 'no-history' | 'unreadable';
      /**
       * Commits in which copies were followed.
       */
      commits: Count;
      /**
       * There are older ones.
       */
      is_cut: boolean;
      /**
       * The clone lacks older ones.
       */
      is_shallow: boolean;
      /**
       * Commits with changes of code that were searched for missed changes.
       */
      searched: Count;
    }[];
    /**
     * Number of further projects.
     */
    more_projects: Count;
    /**
     * Groups with ages.
     */
    aged_groups: Count;
    /**
     * Missed changes of behavior; the operation missed lists them.
     */
    missed: Count;
  };
}
