// Generated from packages/contracts/schemas/query/draft.data.schema.json by tools/contracts.mjs. Do not edit.

import type { CloneGroup, Count, DescribedNode, DraftKind, DraftObstacle, Line, Path, ProjectLabel } from './common.ts';

/**
 * One function for the copies of a group, or why there is none.
 */
export interface DraftData {
  group: CloneGroup;
  /**
   * The project of the copies.
   */
  project: ProjectLabel;
  /**
   * none: see obstacle. no_source: only what the index knows.
   */
  status: 'draft' | 'none' | 'no_source';
  /**
   * Why there is no draft.
   */
  obstacle?: DraftObstacle;
  /**
   * Copies of the project, those of the draft first; at most 1,000.
   */
  copies: {
    node: DescribedNode;
    /**
     * Why it is not in the draft.
     */
    obstacle?: DraftObstacle;
  }[];
  /**
   * Number of copies in other projects.
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
    /**
     * The code of each copy without obstacle; with source.
     */
    values?: string[];
  }[];
  /**
   * The new function.
   */
  function?: {
    /**
     * Its name.
     */
    name: string;
    /**
     * The file that gets it.
     */
    path: Path;
    /**
     * member: a method of the class of the copies.
     */
    form: 'function' | 'member';
    /**
     * Its source.
     */
    text: string;
  };
  /**
   * After the calls.
   */
  lines_saved?: number;
  /**
   * For git apply in the folder of the project.
   */
  patch?: string;
}
