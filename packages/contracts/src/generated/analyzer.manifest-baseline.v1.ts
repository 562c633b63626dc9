// Generated from packages/contracts/schemas/analyzer.manifest-baseline.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * Problems of a manifest that are known and allowed for now. It may only shrink.
 */
export interface ManifestBaselineV1 {
  /**
   * This contract and its version.
   */
  schema: 'analyzer.manifest-baseline.v1';
  /**
   * Their keys, in order.
   */
  problems: string[];
}
