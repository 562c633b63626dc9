import type { SampledFunction } from '../functions/sample.ts';

/** A place in the program's text (UTF-16 units) where a local is named. */
export interface Occurrence {
  at: number;
  name: string;
  /** What has to stand before the new name: the key of a shorthand property. */
  before?: string;
}

/**
 * What may explain that a shape is not kept. `shared`: one spelling names a local and something else. Of a shell:
 * `word`, a local is named by a plain word, as in `read x`; `pattern`, a local is in a pattern, as in `${x%$y}`.
 */
export type Trait = 'shared' | 'word' | 'pattern';

/** The places of all locals of a function, or why they cannot be renamed without changing what the program does. */
export type Locals = { occurrences: Occurrence[]; traits: ReadonlySet<Trait> } | { unsafe: string };

/** An independent reader of one language that tells where a function's own variables stand: none of the engine's code. */
export interface LocalsReader {
  /** With its version. */
  tool: string;
  locals(sample: SampledFunction): Promise<Locals> | Locals;
}
