// Generated from packages/contracts/schemas/analyzer.draft.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * One function for the copies of a group, checked against each copy, or why there is none. Properties may be added in later releases and are never renamed.
 */
export interface DraftV1 {
  schema: 'analyzer.draft.v1';
  /**
   * Name of the folder.
   */
  root: string;
  group: {
    id: string;
    kind: 'function-body' | 'function-shape' | 'near' | 'block' | 'block-shape';
  };
  status: 'draft' | 'none';
  obstacle?: Obstacle;
  /**
   * Those of the draft first, the leader before the others, then the other ones; both in the order of the group.
   */
  copies: {
    id: string;
    name: string;
    path: string;
    start_line: number;
    end_line: number;
    obstacle?: Obstacle1;
  }[];
  /**
   * The expressions that differ.
   */
  parameters: {
    name: string;
    /**
     * How a call gives it: function is a function of variables of the copy.
     */
    kind: 'literal' | 'name' | 'function';
    /**
     * Where the first copy has it.
     */
    lines: number[];
    /**
     * The code of each copy that has no obstacle, in order.
     */
    values: string[];
  }[];
  /**
   * Only of a draft.
   */
  function?: {
    name: string;
    /**
     * The file that gets it.
     */
    path: string;
    /**
     * member is a method of the class of the copies.
     */
    form: 'function' | 'member';
    text: string;
  };
  /**
   * The bodies that are replaced; only of a draft.
   */
  calls?: {
    path: string;
    start_line: number;
    end_line: number;
    text: string;
  }[];
  /**
   * After the calls; only of a draft.
   */
  lines_saved?: number;
  /**
   * For git apply in the scanned folder; only of a draft.
   */
  patch?: string;
}
/**
 * Why there is no draft.
 */
export interface Obstacle {
  /**
   * A row of languages/drafts.json.
   */
  id: string;
  reason: string;
  path?: string;
  line?: number;
  /**
   * The code there, or the problem.
   */
  text?: string;
}
/**
 * Why the copy is not in the draft.
 */
export interface Obstacle1 {
  /**
   * A row of languages/drafts.json.
   */
  id: string;
  reason: string;
  path?: string;
  line?: number;
  /**
   * The code there, or the problem.
   */
  text?: string;
}
