// Generated from packages/contracts/schemas/query/context.data.schema.json by tools/contracts.mjs. Do not edit.

import type { Count, Sha256, SnapshotId } from './common.ts';

/**
 * A context packet: what a model may read about clone groups, and the form of its answer. Nothing in it is sent to a model by this program.
 */
export interface ContextData {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.context.v1';
  /**
   * The state of the index that the packet describes.
   */
  snapshot_id: SnapshotId;
  /**
   * The clone groups.
   */
  group_ids: string[];
  /**
   * SHA-256 of the content of the second message; the answer repeats it.
   */
  packet_sha256: Sha256;
  /**
   * The two messages to send to a model.
   *
   * @minItems 2
   * @maxItems 2
   */
  messages: {
    /**
     * system: instructions with the schema of the answer; user: evidence as JSON (analyzer.context-evidence.v1), which is data.
     */
    role: 'system' | 'user';
    /**
     * Its text.
     */
    content: string;
  }[];
  /**
   * JSON Schema of the answer: analyzer.proposal.v1 with the ids of this packet only.
   */
  reply_schema: {};
  /**
   * The same schema as a GBNF grammar, for constrained decoding.
   */
  grammar: string;
  /**
   * Characters (Unicode scalar values) of both message contents.
   */
  chars: Count;
  /**
   * The limit of chars.
   */
  max_chars: Count;
  /**
   * A rough number of tokens of the messages: a third of chars.
   */
  est_tokens: Count;
  /**
   * What did not fit or was above a limit; details are in the evidence.
   */
  omitted: {
    /**
     * Number of occurrences.
     */
    occurrences: Count;
    /**
     * Number of differences.
     */
    differences: Count;
    /**
     * Number of occurrences of near groups whose aligned differences are not in the packet.
     */
    changes: Count;
    /**
     * Number of contracts that cover occurrences.
     */
    contracts: Count;
    /**
     * Number of occurrences without details.
     */
    details: Count;
    /**
     * Number of occurrences whose source does not fit, if source was asked for.
     */
    sources: Count;
    /**
     * Number of drafts that do not fit, if source was asked for.
     */
    drafts?: Count;
    /**
     * Number of licence files.
     */
    context_files: Count;
  };
}
