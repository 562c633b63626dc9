// Generated from packages/contracts/schemas/analyzer.diff-reply.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * A model's answer to a diff packet: statements about the changes, based on evidence of the packet.
 */
export interface DiffReplyV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.diff-reply.v1';
  /**
   * The digest of the diff, from the packet.
   */
  diff_sha256: string;
  /**
   * The statements, most important first.
   *
   * @minItems 1
   * @maxItems 20
   */
  statements: {
    /**
     * fact: the evidence shows it; hypothesis: it has to be tested.
     */
    kind: 'fact' | 'hypothesis';
    /**
     * The statement.
     */
    text: string;
    /**
     * The evidence that it is based on.
     *
     * @minItems 1
     * @maxItems 20
     */
    evidence_ids: string[];
    /**
     * Not calibrated.
     */
    confidence: 'low' | 'medium' | 'high';
    /**
     * How to test it; null only for a fact.
     */
    suggested_test: string | null;
  }[];
}
