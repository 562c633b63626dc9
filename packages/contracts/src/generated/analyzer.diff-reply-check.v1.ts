// Generated from packages/contracts/schemas/analyzer.diff-reply-check.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * The result of checking an answer against its diff packet: its format and references, not whether it is true.
 */
export interface DiffReplyCheckV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.diff-reply-check.v1';
  /**
   * Whether there is no problem.
   */
  accepted: boolean;
  /**
   * What was checked.
   */
  checked: 'references';
  /**
   * SHA-256 of the diff without engine, runtime and the names of the root folders: the same for both engines.
   */
  diff_sha256: string;
  /**
   * A verdict for each statement; empty if the answer does not match its schema.
   */
  statements: {
    /**
     * Position in statements, from 0.
     */
    statement: number;
    /**
     * supported: its ids and paths are those of the packet; unsupported: one is not; stale: it is about another diff.
     */
    verdict: 'supported' | 'unsupported' | 'stale';
  }[];
  /**
   * Why it is refused.
   */
  problems: {
    /**
     * JSON Pointer into the answer; empty for all of it.
     */
    pointer: string;
    /**
     * Kind of the problem.
     */
    code:
      | 'malformed_json'
      | 'unsupported_schema'
      | 'schema_violation'
      | 'other_diff'
      | 'unknown_evidence'
      | 'unknown_path'
      | 'unknown_id';
    /**
     * What is wrong.
     */
    message: string;
  }[];
  /**
   * A message for one retry of the model; null if the answer is accepted.
   */
  feedback: null | {
    /**
     * The role of the message.
     */
    role: 'user';
    /**
     * Its text.
     */
    content: string;
  };
}
