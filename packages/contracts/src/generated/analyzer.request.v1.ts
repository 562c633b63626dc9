// Generated from packages/contracts/schemas/analyzer.request.v1.schema.json by tools/contracts.mjs. Do not edit.

/**
 * A request to an index.
 */
export interface RequestV1 {
  /**
   * The schema of this document with its version.
   */
  schema: 'analyzer.request.v1';
  /**
   * Name of the operation.
   */
  operation: string;
  /**
   * Parameters of the operation, in its schema; the default is {}.
   */
  params?: {};
}
