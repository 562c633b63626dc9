// Generated from packages/contracts/schemas/analyzer.draft.v1.schema.json by tools/contracts.mjs. Do not edit.
import type { DraftV1 } from './analyzer.draft.v1.ts';

export interface Validate {
  (value: unknown): value is DraftV1;
  /** Errors of the last call that returned false: JSON Pointer, keyword with parameters, and message. */
  errors?: { instancePath: string; keyword: string; params: Record<string, unknown>; message?: string }[] | null;
}

export declare const validate: Validate;
