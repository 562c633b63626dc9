// Generated from packages/contracts/schemas/query/missed.params.schema.json by tools/contracts.mjs. Do not edit.
import type { CompleteMissedParams } from './missed.params.ts';

export interface Validate {
  (value: unknown): value is CompleteMissedParams;
  /** Errors of the last call that returned false: JSON Pointer, keyword with parameters, and message. */
  errors?: { instancePath: string; keyword: string; params: Record<string, unknown>; message?: string }[] | null;
}

export declare const validate: Validate;
