// Generated from packages/contracts/schemas/query/evidence.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Changes, CloneGroup, CopyAge, Count, DescribedNode, DraftKind, DraftObstacle, Ease, GroupAge, Line, LinkState, OccurrenceMatch, OccurrenceRange, OccurrenceSimilarity, Parameters, Path, ProjectLabel, Returns, Sha256 } from './common.ts';

/**
 * Evidence about a clone group.
 */
export interface EvidenceData {
  group: CloneGroup;
  /**
   * Occurrences, taken from the projects round-robin.
   */
  occurrences: {
    /**
     * Name of the occurrence in this answer.
     */
    evidence_id: string;
    node: DescribedNode;
    similarity?: OccurrenceSimilarity;
    match?: OccurrenceMatch;
    range?: OccurrenceRange;
    /**
     * Of a near group: the aligned changes from the first occurrence of this answer to this one; at most 20.
     */
    changes?: Changes;
    /**
     * How it, or the declaration around a block, is declared; the name is empty outside of declarations.
     */
    signature: {
      /**
       * Its simple name.
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
     * Imports of its file that bind names it uses.
     */
    imports: {
      /**
       * Ordered by position.
       */
      items: {
        /**
         * As written.
         */
        specifier: string;
        /**
         * The imported names that it uses, as local names of the file.
         */
        names: string[];
        line: Line;
        state: LinkState;
        /**
         * The project file it resolves to, when resolved.
         */
        path?: Path;
        /**
         * The project of that file, when it is another one.
         */
        project?: ProjectLabel;
      }[];
      /**
       * Number of further ones.
       */
      omitted: Count;
      /**
       * All imports of the file that bind names are listed: the index does not know which of them it uses, as for code outside of functions.
       */
      of_file?: true;
    };
    /**
     * Its callers in the project.
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
       * Number of further ones.
       */
      omitted: Count;
    };
    /**
     * Its callees in the project.
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
       * Number of further ones.
       */
      omitted: Count;
    };
    /**
     * Only in an index with a history.
     */
    age?: CopyAge;
  }[];
  /**
   * Names and literals in which these occurrences differ, ordered by position: the parameters of a common function. A name that differs in the same way at several positions is listed once.
   */
  differences: {
    /**
     * Role of the text in the function.
     */
    role: 'literal' | 'variable' | 'property' | 'type' | 'label' | 'function' | 'command' | 'syntax' | 'self';
    /**
     * Line of its first location in E1.
     */
    line: Line;
    /**
     * Each text with its occurrences, in order of the first occurrence.
     */
    values: {
      /**
       * As written in the occurrences; long literals are cut at 200 characters.
       */
      text: string;
      /**
       * The occurrences that have it.
       */
      evidence_ids: string[];
    }[];
  }[];
  /**
   * Omitted items.
   */
  omitted: {
    /**
     * Number of occurrences above max_occurrences.
     */
    occurrences: Count;
    /**
     * Number of differences above 100.
     */
    differences: Count;
  };
  /**
   * One function for the copies of a project; operation draft has the patch.
   */
  draft?: {
    /**
     * The project with most copies.
     */
    project: ProjectLabel;
    /**
     * none: see obstacle. no_source: only what the index knows.
     */
    status: 'draft' | 'none' | 'no_source';
    obstacle?: DraftObstacle;
    ease?: Ease;
    /**
     * Copies that call it; without source, all of the project.
     */
    copies: Count;
    /**
     * Number of the other ones, of all projects.
     */
    other_copies: Count;
    /**
     * What differs, at most 100.
     */
    parameters: {
      /**
       * With source.
       */
      name?: string;
      kind: DraftKind;
      /**
       * Lines in the first copy.
       */
      lines: Line[];
    }[];
    /**
     * After the calls; with source.
     */
    lines_saved?: number;
    /**
     * The function; with source, unless too long for this answer.
     */
    text?: string;
  };
  /**
   * Only in an index with a history, for groups that lists show.
   */
  age?: GroupAge;
}
