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
