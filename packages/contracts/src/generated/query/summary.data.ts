// Generated from packages/contracts/schemas/query/summary.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Count, Coverage, LanguageCount, Repeated } from './common.ts';

/**
 * The whole index in numbers.
 */
export interface SummaryData {
  /**
   * Projects in the index.
   */
  projects: Count;
  /**
   * Regular files by what became of them.
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
   * Analysed files by language, in order of its id.
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
   * Links by kind and state, each import and call counted as often as it is written.
   */
  edges: {
    /**
     * What contains what: always resolved.
     */
    contains: {
      /**
       * With one target in the project.
       */
      resolved: Count;
      /**
       * With several candidates.
       */
      ambiguous: Count;
      /**
       * That lead out of the project.
       */
      external: Count;
      /**
       * Whose target was not found.
       */
      unresolved: Count;
    };
    /**
     * Imports of files.
     */
    imports: {
      /**
       * With one target in the project.
       */
      resolved: Count;
      /**
       * With several candidates.
       */
      ambiguous: Count;
      /**
       * That lead out of the project.
       */
      external: Count;
      /**
       * Whose target was not found.
       */
      unresolved: Count;
    };
    /**
     * Calls.
     */
    calls: {
      /**
       * With one target in the project.
       */
      resolved: Count;
      /**
       * With several candidates.
       */
      ambiguous: Count;
      /**
       * That lead out of the project.
       */
      external: Count;
      /**
       * Whose target was not found.
       */
      unresolved: Count;
    };
    /**
     * Occurrences of clone groups: always resolved.
     */
    member: {
      /**
       * With one target in the project.
       */
      resolved: Count;
      /**
       * With several candidates.
       */
      ambiguous: Count;
      /**
       * That lead out of the project.
       */
      external: Count;
      /**
       * Whose target was not found.
       */
      unresolved: Count;
    };
  };
  /**
   * Clone groups by kind.
   */
  groups: {
    /**
     * Equal but for comments, layout and the own name.
     */
    'function-body': {
      /**
       * How many groups, contained ones and the shape groups of body groups included.
       */
      groups: Count;
      /**
       * Functions and methods in them.
       */
      occurrences: Count;
      /**
       * How many of them occur in two projects or more.
       */
      cross_project: Count;
    };
    /**
     * Equal also but for the choice of names.
     */
    'function-shape': {
      /**
       * How many groups, contained ones and the shape groups of body groups included.
       */
      groups: Count;
      /**
       * Functions and methods in them.
       */
      occurrences: Count;
      /**
       * How many of them occur in two projects or more.
       */
      cross_project: Count;
    };
  };
  repeated: Repeated;
  coverage: Coverage;
  /**
   * What was left out.
   */
  exclusions: {
    /**
     * Paths left out; a directory cut whole is one.
     */
    paths: Count;
    /**
     * By reason, in order of its name.
     */
    reasons: {
      /**
       * Who left it out, as in the parameter reason of exclusions.
       */
      reason: string;
      /**
       * Paths left out for it.
       */
      paths: Count;
    }[];
  };
  /**
   * Import cycles.
   */
  cycles: {
    /**
     * Sets of files that import each other in a circle.
     */
    components: Count;
    /**
     * Files in them.
     */
    files: Count;
  };
  /**
   * What the ids and facts depend on.
   */
  versions: {
    /**
     * Version of the fingerprints; groups of different versions are not comparable.
     */
    fingerprint: number;
    /**
     * Version of the index's answers.
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
}
