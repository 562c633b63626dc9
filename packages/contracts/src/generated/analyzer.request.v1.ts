// Generated from packages/contracts/schemas/analyzer.request.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * A question to an index.
 */
export interface RequestV1 {
  /**
   * This contract and its version.
   */
  schema: 'analyzer.request.v1';
  /**
   * What is asked: the name of an operation.
   */
  operation: string;
  /**
   * Parameters of the operation, as its own schema says; the same as {} when absent.
   */
  params?: {};
}
