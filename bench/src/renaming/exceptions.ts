import type { Language } from '../corpus/files.ts';
import exceptions from './exceptions.json' with { type: 'json' };
import type { Trait } from './locals.ts';

/** Reasons why the shape of a function changes when its locals are renamed. */
export interface Exception {
  languages: string[];
  /** What the independent reader must find in such a function. */
  trait?: string | undefined;
  /** Or the functions: `file:line name`. */
  functions?: string[] | undefined;
  reason: string;
}

export const EXCEPTIONS: readonly Exception[] = exceptions;

/** @returns the index in `EXCEPTIONS` of the first one that explains a function, or -1 */
export function explanation(language: Language, name: string, traits: ReadonlySet<Trait>): number {
  return EXCEPTIONS.findIndex(
    (exception) =>
      exception.languages.includes(language) &&
      ([...traits].some((trait) => trait === exception.trait) || exception.functions?.includes(name) === true),
  );
}
