import type { Language } from '../corpus/files.ts';
import { exceptionsOf } from '../formatters/exceptions.ts';
import { FORMATTERS } from '../formatters/formatters.ts';
import type { SampledFunction } from '../functions/sample.ts';
import type { Judge } from '../meaning/judge.ts';
import { explanation } from '../renaming/exceptions.ts';
import type { LocalsReader } from '../renaming/locals.ts';
import { rename } from '../renaming/rename.ts';
import type { Random } from '../unbreakable/random.ts';
import { withComments } from './comments.ts';
import { withOwnName } from './own-name.ts';

/** How a copy differs from its original. */
export const VARIANTS = ['verbatim', 'formatted', 'own-name', 'locals'] as const;
export type Variant = (typeof VARIANTS)[number];

/** The copies of one function, each the first function of a small program. */
export type Copies = Record<Variant, string>;

export interface Tools {
  language: Language;
  judge: Judge;
  locals: LocalsReader;
  random: Random;
}

const VERDICTS = {
  different: 'the formatter changes the program',
  none: 'the reader cannot parse the output of the formatter',
} as const;

/**
 * Copies of a function, generated without the engine and checked by an independent parser where the program
 * must stay the same.
 *
 * @returns the copies, or the reason why this function has none
 */
export async function copiesOf(
  sample: SampledFunction,
  { language, judge, locals, random }: Tools,
): Promise<Copies | { skipped: string }> {
  const found = await locals.locals(sample);
  if ('unsafe' in found) return { skipped: found.unsafe };
  if (found.occurrences.length === 0) return { skipped: 'no local to rename' };
  const location = `${sample.file}:${sample.print.line} ${sample.print.name}`;
  if (explanation(language, location, found.traits) >= 0) return { skipped: 'a listed exception of renaming' };
  if (exceptionsOf(language).has(location)) return { skipped: 'a listed exception of formatting' };
  const named = withOwnName(sample, language);
  if (named === undefined) return { skipped: 'no plain name of its own' };
  const commented = await withComments(sample, judge, random);
  if (commented === undefined) return { skipped: 'no position for a comment' };
  const formatted = await FORMATTERS[language].format(commented, sample.mode).catch(() => undefined);
  if (formatted === undefined) return { skipped: 'the formatter refuses it' };
  const verdict = await judge.compare(sample.source, formatted, sample.mode);
  if (verdict !== 'same') return { skipped: VERDICTS[verdict] };
  return {
    verbatim: sample.source,
    formatted,
    'own-name': named,
    locals: rename(sample.source, found.occurrences),
  };
}
