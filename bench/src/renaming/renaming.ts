import type { Print, Prints } from '../functions/prints.ts';
import type { SampledFunction } from '../functions/sample.ts';
import type { LocalsReader, Trait } from './locals.ts';
import { rename } from './rename.ts';

/** The result for one function. */
export type Renaming =
  | { skipped: string }
  | { renamed: string; locals: number; traits: ReadonlySet<Trait>; shapeKept: boolean; bodyChanged: boolean };

/** Renames all locals of a function and compares its fingerprints before and after. */
export async function renameLocals(sample: SampledFunction, reader: LocalsReader, prints: Prints): Promise<Renaming> {
  const found = await reader.locals(sample);
  if ('unsafe' in found) return { skipped: found.unsafe };
  if (found.occurrences.length === 0) return { skipped: 'no local' };
  const renamed = rename(sample.source, found.occurrences);
  const { whole, functions } = prints.read(renamed, sample.mode);
  const after: Print | undefined = functions[0];
  return {
    renamed,
    locals: new Set(found.occurrences.map(({ name }) => name)).size,
    traits: found.traits,
    shapeKept: whole && after?.shape === sample.print.shape,
    bodyChanged: whole && after !== undefined && after.body !== sample.print.body,
  };
}
