// Generated from packages/contracts/schemas/analyzer.ticket-proposal.v1.schema.json by tools/contracts.mjs. Do not edit.

import type { EvidenceId, FamilyId, FunctionName, InputDigest, PackageId, TaskKey } from './analyzer.extraction.common.v1.ts';

/**
 * The answer to a design or route-review task.
 */
export interface TicketProposalV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.ticket-proposal.v1';
  task_key: TaskKey;
  input_digest: InputDigest;
  /**
   * extract_library: move the functions to a package; parameterize: one function with parameters for the differences; keep_local: leave the copies; needs_review: a person decides.
   */
  decision: 'extract_library' | 'parameterize' | 'keep_local' | 'needs_review';
  /**
   * The package of each family.
   *
   * @maxItems 10000
   */
  targets: {
    family_id: FamilyId;
    /**
     * Id of a package; new for a new package; keep_local for none.
     */
    package_id: ('new' | 'keep_local') | PackageId;
  }[];
  /**
   * The functions that the package exports.
   *
   * @maxItems 10000
   */
  exports: {
    family_id: FamilyId;
    symbol: FunctionName;
    /**
     * Parameters and return type as code; null if not decided.
     */
    signature: string | null;
  }[];
  /**
   * Reasons, one paragraph each.
   *
   * @minItems 1
   * @maxItems 4
   */
  rationale: string[];
  /**
   * The evidence that the decision is based on.
   *
   * @maxItems 200
   */
  evidence_ids: EvidenceId[];
}
