// Generated from packages/contracts/schemas/query/evidence.data.schema.json by tools/contracts.mjs. Do not edit.

import type { CloneGroup, Count, DescribedNode, Line, LinkState, Parameters, Path, Returns, Sha256 } from './common.ts';

/**
 * What there is to know about a clone group without its source.
 */
export interface EvidenceData {
  group: CloneGroup;
  /**
   * Occurrences, taken from the projects in turn.
   */
  occurrences: {
    /**
     * Name of the occurrence within this answer.
     */
    evidence_id: string;
    node: DescribedNode;
    /**
     * How it is declared.
     */
    signature: {
      /**
       * Its own name.
       */
      name: string;
      parameters: Parameters;
      returns?: Returns;
    };
    /**
     * SHA-256 of the file's bytes.
     */
    sha256: Sha256;
    /**
     * Imports of its file that bring in names it uses.
     */
    imports: {
      /**
       * In order of position.
       */
      items: {
        /**
         * As written.
         */
        specifier: string;
        /**
         * The imported names that it uses, as they are called in the file.
         */
        names: string[];
        line: Line;
        state: LinkState;
        /**
         * The project's file that it leads to, when resolved.
         */
        path?: Path;
      }[];
      /**
       * How many more there are.
       */
      omitted: Count;
    };
    /**
     * Who calls it within the project.
     */
    callers: {
      /**
       * By project, path and position.
       */
      items: {
        node: DescribedNode;
        state: LinkState;
        /**
         * Line of the first call.
         */
        line: Line;
      }[];
      /**
       * How many more there are.
       */
      omitted: Count;
    };
    /**
     * What it calls within the project.
     */
    callees: {
      /**
       * By project, path and position.
       */
      items: {
        node: DescribedNode;
        state: LinkState;
        /**
         * Line of the first call.
         */
        line: Line;
      }[];
      /**
       * How many more there are.
       */
      omitted: Count;
    };
  }[];
  /**
   * Names and literals in which these occurrences differ, in order of position: what would be the parameters of one function for all. A name that differs in the same way at several places stands once.
   */
  differences: {
    /**
     * What the text is in the function.
     */
    role: 'literal' | 'variable' | 'property' | 'type' | 'label' | 'function' | 'command' | 'syntax' | 'self';
    /**
     * Line of its first place in E1.
     */
    line: Line;
    /**
     * Each text and who has it, in order of the first of them.
     */
    values: {
      /**
       * As the occurrences write it; of a long literal the first 200 characters.
       */
      text: string;
      /**
       * The occurrences that have it.
       */
      evidence_ids: string[];
    }[];
  }[];
  /**
   * What is left out.
   */
  omitted: {
    /**
     * Occurrences beyond max_occurrences.
     */
    occurrences: Count;
    /**
     * Differences beyond 100.
     */
    differences: Count;
  };
}
