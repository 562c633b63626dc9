// Generated from packages/contracts/schemas/analyzer.proposal-check.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * The result of checking a proposal against its packet. It is about provenance: ids, quotes and paths. Whether the proposal is true, functions are pure or licences are compatible was not checked.
 */
export interface ProposalCheckV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.proposal-check.v1';
  /**
   * Whether there is no problem.
   */
  accepted: boolean;
  /**
   * What was checked.
   */
  checked: 'provenance';
  /**
   * The state of the index that the packet describes.
   */
  snapshot_id: string;
  /**
   * The packet.
   */
  packet_sha256: string;
  /**
   * current: the index still has the snapshot of the packet; changed: it has another one; not_checked: no index was named.
   */
  index: 'current' | 'changed' | 'not_checked';
  /**
   * A verdict for each claim; empty if the proposal does not match its schema.
   */
  claims: {
    /**
     * Position in claims, from 0.
     */
    claim: number;
    /**
     * supported: its ids and paths are those of the packet, and its quote is in each occurrence that it cites; unchecked: the same, but without a quote; unsupported: one is not; stale: it is about another snapshot, or about a file that changed.
     */
    verdict: 'supported' | 'unchecked' | 'unsupported' | 'stale';
  }[];
  /**
   * Why it is refused.
   */
  problems: {
    /**
     * JSON Pointer into the proposal; empty for all of it.
     */
    pointer: string;
    /**
     * Kind of the problem.
     */
    code:
      | 'malformed_json'
      | 'unsupported_schema'
      | 'schema_violation'
      | 'stale_snapshot'
      | 'other_packet'
      | 'unknown_group'
      | 'unknown_evidence'
      | 'evidence_of_other_group'
      | 'too_few_occurrences'
      | 'quote_not_found'
      | 'quote_without_source'
      | 'unknown_difference'
      | 'difference_of_other_group'
      | 'unknown_path'
      | 'unknown_id'
      | 'index_changed'
      | 'hidden_character';
    /**
     * What is wrong.
     */
    message: string;
  }[];
  /**
   * A message for one retry of the model; null if the proposal is accepted.
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
