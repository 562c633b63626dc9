import type { Language } from '../corpus/files.ts';
import type { Difference, List, Side } from './compare.ts';
import known from './known.json' with { type: 'json' };

/** A kind of difference that is not a fault of the engine, with the reason. */
export interface Known {
  languages: string[];
  list: string;
  side: string;
  /** Regular expression over the fact (`kind name`, or the name). */
  fact?: string | undefined;
  /** Regular expression over the path. */
  path?: string | undefined;
  reason: string;
}

export const KNOWN: readonly Known[] = known;

/** @returns the index in `KNOWN` of the first rule that explains a difference, or -1 */
export function explanation(language: Language, path: string, difference: Difference): number {
  return KNOWN.findIndex(
    (rule) =>
      rule.languages.includes(language) &&
      rule.list === (difference.list satisfies List) &&
      rule.side === (difference.side satisfies Side) &&
      (rule.fact === undefined || new RegExp(rule.fact, 'u').test(difference.fact)) &&
      (rule.path === undefined || new RegExp(rule.path, 'u').test(path)),
  );
}
