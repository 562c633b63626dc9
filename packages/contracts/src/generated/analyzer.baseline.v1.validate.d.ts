// Generated from packages/contracts/schemas/analyzer.baseline.v1.schema.json by tools/contracts.mjs. Do not edit.
import type { BaselineV1 } from './analyzer.baseline.v1.ts';

export interface Validate {
  (value: unknown): value is BaselineV1;
  /** What was wrong in the last call that answered false: a JSON Pointer, details by keyword, and a sentence each. */
  errors?: { instancePath: string; keyword: string; params: Record<string, unknown>; message?: string }[] | null;
}

export declare const validate: Validate;
