// Generated from packages/contracts/schemas/query/members.params.schema.json by tools/contracts.mjs. Do not edit.
import type { CompleteMembersParams } from './members.params.ts';

export interface Validate {
  (value: unknown): value is CompleteMembersParams;
  /** What was wrong in the last call that answered false: a JSON Pointer, details by keyword, and a sentence each. */
  errors?: { instancePath: string; keyword: string; params: Record<string, unknown>; message?: string }[] | null;
}

export declare const validate: Validate;
