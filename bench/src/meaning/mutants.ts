import type { Prints } from '../functions/prints.ts';
import type { SampledFunction } from '../functions/sample.ts';
import { Random } from '../unbreakable/random.ts';
import { pieces } from './lexer.ts';
import { apply, type Target } from './mutation.ts';
import { MUTATORS } from './mutators.ts';

/** A function with one changed token that the engine parses without errors. */
export interface Mutant {
  kind: string;
  source: string;
  /** Whether the function-body and the stream of the complete program are unchanged. */
  sameBody: boolean;
  sameTree: boolean;
}

const ATTEMPTS = 4;

/**
 * Mutants of a function, at most one of each kind of change.
 * @param seed decides them together with the function's text
 */
export function mutants(sample: SampledFunction, seed: number, prints: Prints): { tried: number; found: Mutant[] } {
  const { source, from, to, mode, print } = sample;
  const random = new Random(seed ^ Number.parseInt(print.body.slice(0, 8), 16));
  const own = new Set(print.name.split(/[^\p{L}\p{N}_$]+/u));
  const target: Target = { source, from, to, pieces: pieces(source, from, to), own };
  const { tree } = prints.read(source, mode);
  const found: Mutant[] = [];
  let tried = 0;
  for (const { kind, mutate } of MUTATORS) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const edit = mutate(target, random);
      if (edit === undefined) continue;
      tried++;
      const mutated = apply(source, edit);
      const reading = prints.read(mutated, mode);
      const [first] = reading.functions;
      // Another name is not a change of the function.
      if (!reading.whole || (first !== undefined && first.name !== sample.ownName)) continue;
      found.push({
        kind,
        source: mutated,
        sameBody: first?.body === print.body,
        sameTree: reading.tree === tree,
      });
      break;
    }
  }
  return { tried, found };
}
