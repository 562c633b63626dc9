import rules from '../../../../languages/search.json' with { type: 'json' };

/** How the operation `search` ranks; weights and factors are thousandths. */
export const SEARCH_RULES = rules;

/** Endings of words that have the same stem; one of them is empty. */
export const ENDINGS: ReadonlySet<string> = new Set(rules.endings.list);

export const STOP_WORDS: ReadonlySet<string> = new Set(rules.stop_words.list);
