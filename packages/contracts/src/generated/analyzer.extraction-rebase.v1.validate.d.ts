// Generated from packages/contracts/schemas/analyzer.extraction-rebase.v1.schema.json by tools/contracts.mjs. Do not edit.
import type { ExtractionRebaseV1 } from './analyzer.extraction-rebase.v1.ts';

export interface Validate {
  (value: unknown): value is ExtractionRebaseV1;
  /** Errors of the last call that returned false: JSON Pointer, keyword with parameters, and message. */
  errors?: { instancePath: string; keyword: string; params: Record<string, unknown>; message?: string }[] | null;
}

export declare const validate: Validate;
