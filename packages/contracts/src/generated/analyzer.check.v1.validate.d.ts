// Generated from packages/contracts/schemas/analyzer.check.v1.schema.json by tools/contracts.mjs. Do not edit.
import type { CheckV1 } from './analyzer.check.v1.ts';

export interface Validate {
  (value: unknown): value is CheckV1;
  /** What was wrong in the last call that answered false: a JSON Pointer, details by keyword, and a sentence each. */
  errors?: { instancePath: string; keyword: string; params: Record<string, unknown>; message?: string }[] | null;
}

export declare const validate: Validate;
