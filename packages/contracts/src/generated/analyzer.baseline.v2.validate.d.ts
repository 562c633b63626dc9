// Generated from packages/contracts/schemas/analyzer.baseline.v2.schema.json by tools/contracts.mjs. Do not edit.
import type { BaselineV2 } from './analyzer.baseline.v2.ts';

export interface Validate {
  (value: unknown): value is BaselineV2;
  /** Errors of the last call that returned false: JSON Pointer, keyword with parameters, and message. */
  errors?: { instancePath: string; keyword: string; params: Record<string, unknown>; message?: string }[] | null;
}

export declare const validate: Validate;
