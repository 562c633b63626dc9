// Generated from packages/contracts/schemas/contract-manifest.schema.json by tools/contracts.mjs. Do not edit.
import type { ContractManifest } from './contract-manifest.ts';

export interface Validate {
  (value: unknown): value is ContractManifest;
  /** What was wrong in the last call that answered false: a JSON Pointer, details by keyword, and a sentence each. */
  errors?: { instancePath: string; keyword: string; params: Record<string, unknown>; message?: string }[] | null;
}

export declare const validate: Validate;
