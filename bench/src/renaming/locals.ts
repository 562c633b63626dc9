import type { SampledFunction } from '../functions/sample.ts';

/** A position in the source (UTF-16 units) with the name of a local. */
export interface Occurrence {
  at: number;
  name: string;
  /** Text to insert before the new name: the key of a shorthand property. */
  before?: string;
}

/** A possible reason for a changed shape: one spelling names a local and something else. */
export type Trait = 'shared';

/** The positions of all locals of a function, or why renaming them would change the behaviour of the program. */
export type Locals = { occurrences: Occurrence[]; traits: ReadonlySet<Trait> } | { unsafe: string };

/** An independent reader of one language that finds a function's local variables without code of the engine. */
export interface LocalsReader {
  /** With its version. */
  tool: string;
  locals(sample: SampledFunction): Promise<Locals> | Locals;
}
