// Generated from packages/contracts/schemas/analyzer.proposal.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * A model's answer to a context packet: what to do with one clone group, based on evidence of the packet.
 */
export interface ProposalV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.proposal.v1';
  /**
   * The state of the index that the packet describes.
   */
  snapshot_id: string;
  /**
   * The clone group.
   */
  group_id: string;
  /**
   * SHA-256 of the packet's second message, 64 hex digits.
   */
  packet_sha256: string;
  /**
   * extract_library: move the functions to a library; parameterize: one function with parameters for the differences; keep_local: leave the copies; needs_review: a person decides.
   */
  decision: 'extract_library' | 'parameterize' | 'keep_local' | 'needs_review';
  /**
   * Name of the library for extract_library, else null.
   */
  library_name: string | null;
  /**
   * Reasons, one paragraph each.
   *
   * @minItems 1
   * @maxItems 4
   */
  rationale: string[];
  /**
   * The evidence that the decision is based on: occurrences of the group.
   *
   * @minItems 1
   * @maxItems 200
   */
  evidence_ids: string[];
  /**
   * Statements of fact, each with its evidence.
   *
   * @minItems 1
   * @maxItems 12
   */
  claims: {
    /**
     * The statement.
     */
    text: string;
    /**
     * The occurrences that it is about.
     *
     * @minItems 1
     * @maxItems 20
     */
    evidence_ids: string[];
    /**
     * A part of the source of each of these occurrences, exactly as the packet shows it: cite only the one that it is from. Null for none, and in packets without source.
     */
    quote: string | null;
  }[];
  /**
   * What can go wrong.
   *
   * @maxItems 10
   */
  risks: string[];
  /**
   * Tests that the change needs.
   *
   * @maxItems 10
   */
  tests: string[];
  /**
   * Parameters of the common function.
   *
   * @maxItems 20
   */
  parameters: {
    /**
     * Its name.
     */
    name: string;
    /**
     * The difference of the packet that it replaces; null for another one.
     */
    difference_id: string | null;
    /**
     * Its meaning.
     */
    description: string;
  }[];
  /**
   * Not calibrated. low only, and always, for needs_review.
   */
  confidence: 'low' | 'medium' | 'high';
}
