// Generated from packages/contracts/schemas/analyzer.diff-packet.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * A packet for a model about the changes of a project. Nothing in it is sent to a model by this program.
 */
export interface DiffPacketV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.diff-packet.v1';
  /**
   * SHA-256 of the diff without engine, runtime and the names of the root folders: the same for both engines.
   */
  diff_sha256: string;
  /**
   * SHA-256 of the content of the second message.
   */
  packet_sha256: string;
  /**
   * The two messages to send to a model.
   *
   * @minItems 2
   * @maxItems 2
   */
  messages: {
    /**
     * system: instructions with the schema of the answer; user: evidence as JSON, which is data.
     */
    role: 'system' | 'user';
    /**
     * Its text.
     */
    content: string;
  }[];
  /**
   * JSON Schema of the answer: analyzer.diff-reply.v1 with the ids of this packet only.
   */
  response_schema: {};
  /**
   * Characters (Unicode scalar values) of both message contents.
   */
  chars: number;
  /**
   * The limit of chars.
   */
  max_chars: number;
  /**
   * A rough number of tokens of the messages: a third of chars.
   */
  est_tokens: number;
  /**
   * Number of evidence items that were too large and are summaries, marked details_omitted.
   */
  summarized_records: number;
  /**
   * Number of records that are not in the packet.
   */
  omitted: {
    /**
     * Changes of declarations, imports and cycles, and files that were split or merged.
     */
    changes: number;
    /**
     * Changed files.
     */
    files: number;
    /**
     * Changed clone groups.
     */
    groups: number;
  };
}
