import type { DeclarationFacts } from '#parse/facts.ts';

/** The facts that near and block groups depend on. */
export interface ComparedFacts {
  readonly declarations: readonly DeclarationFacts[];
  /** An element block. */
  readonly elements?: Uint8Array;
}
