// Generated from packages/contracts/schemas/analyzer.manifest-diff.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * The changes of contracts between two manifests.
 */
export interface ManifestDiffV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.manifest-diff.v1';
  /**
   * Unchanged contracts.
   */
  same: number;
  /**
   * Removed, then added, then changed contracts; a changed contract can be listed several times.
   */
  changes: ContractChange[];
}
/**
 * The change of one contract.
 */
export interface ContractChange {
  /**
   * Its id, else its file and scope.
   */
  contract: string;
  /**
   * Pointer into the newer manifest; for a removed contract into the older one.
   */
  pointer: string;
  /**
   * tightened: it forbids or requires more, or allows fewer effects; loosened: the reverse; reworded: scope, intent, priority or file changed.
   */
  change: 'added' | 'removed' | 'loosened' | 'tightened' | 'reworded';
  /**
   * Details.
   */
  details: string[];
}
