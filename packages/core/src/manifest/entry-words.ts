import { nearest } from '@analyzer/contracts/nearest';
import effects from '../../../../languages/effect-names.json' with { type: 'json' };

/** Words before the colon of an entry of `forbid` and `require` that a check decides. */
export const ENTRY_PREFIXES = ['import', 'call', 'each', 'reach', 'layers', 'export'] as const;

/** Entries of `require` that are one word. */
export const STATEMENTS = ['acyclic', 'tested'] as const;

/** The effects that a check decides. */
export const EFFECT_NAMES: readonly string[] = Object.keys(effects);

const WORDS = new Set(Object.entries(effects).flat(2));

/** Whether a word is an effect or one of its synonyms. */
export function isEffectWord(word: string): boolean {
  return WORDS.has(word.toLowerCase());
}

/** Prefixes of entries of several words. */
const WITH_SPACES: readonly (typeof ENTRY_PREFIXES)[number][] = ['layers', 'export'];

/**
 * The entry that text of `forbid`, `require` or `effect` is probably meant as.
 *
 * @returns undefined for an entry that is decided, and for text that is similar to none
 */
export function meantBy(text: string): { word: string; entry: string } | undefined {
  const [, prefix, rest] = /^([A-Za-z][\w-]*)\s*:\s*(\S.*)$/s.exec(text) ?? [];
  if (prefix !== undefined && rest !== undefined) {
    if (ENTRY_PREFIXES.some((it) => it === prefix)) return undefined;
    const word = nearest(prefix, ENTRY_PREFIXES);
    const isSentence = /\s/.test(rest) && !WITH_SPACES.some((it) => it === word);
    return word === undefined || isSentence ? undefined : { word: `${word}:`, entry: `${word}:${rest}` };
  }
  if (!/^[A-Za-z][\w-]*$/.test(text) || isEffectWord(text) || STATEMENTS.some((it) => it === text)) return undefined;
  const word = nearest(text, [...EFFECT_NAMES, ...STATEMENTS]);
  return word === undefined ? undefined : { word, entry: word };
}
