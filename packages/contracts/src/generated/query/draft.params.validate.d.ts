// Generated from packages/contracts/schemas/query/draft.params.schema.json by tools/contracts.mjs. Do not edit.
import type { CompleteDraftParams } from './draft.params.ts';

export interface Validate {
  (value: unknown): value is CompleteDraftParams;
  /** Errors of the last call that returned false: JSON Pointer, keyword with parameters, and message. */
  errors?: { instancePath: string; keyword: string; params: Record<string, unknown>; message?: string }[] | null;
}

export declare const validate: Validate;
