// Generated from packages/contracts/schemas/query/missed.data.schema.json by tools/contracts.mjs. Do not edit.
import type { MissedData } from './missed.data.ts';

export interface Validate {
  (value: unknown): value is MissedData;
  /** Errors of the last call that returned false: JSON Pointer, keyword with parameters, and message. */
  errors?: { instancePath: string; keyword: string; params: Record<string, unknown>; message?: string }[] | null;
}

export declare const validate: Validate;
