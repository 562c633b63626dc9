// Generated from packages/contracts/schemas/analyzer.manifest-baseline.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * Known problems of a manifest that are allowed for now. Updates only remove entries.
 */
export interface ManifestBaselineV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.manifest-baseline.v1';
  /**
   * Their keys, in order.
   */
  problems: string[];
  /**
   * Keys of entries that were decided, in order: a check in which one is not fails.
   */
  decided?: string[];
}
