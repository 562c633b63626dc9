// Generated from packages/contracts/schemas/analyzer.manifest-diff.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * What became of the contracts from one manifest to another.
 */
export interface ManifestDiffV1 {
  /**
   * This contract and its version.
   */
  schema: 'analyzer.manifest-diff.v1';
  /**
   * Contracts of both in which nothing that is compared differs.
   */
  same: number;
  /**
   * Removed ones, then added ones, then those that changed, which may stand there several times.
   */
  changes: ContractChange[];
}
/**
 * What became of one contract.
 */
export interface ContractChange {
  /**
   * Its id, else its file and scope.
   */
  contract: string;
  /**
   * Into the newer manifest; of a removed contract into the older one.
   */
  pointer: string;
  /**
   * Tightened: it forbids or requires more, or allows fewer effects; loosened: the other way round; reworded: scope, intent, priority or file.
   */
  change: 'added' | 'removed' | 'loosened' | 'tightened' | 'reworded';
  /**
   * What exactly.
   */
  details: string[];
}
