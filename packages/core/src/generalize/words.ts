/** Words of a name: `getURLPart_2` → `get`, `URL`, `Part`, `2`. */
export function wordsOf(name: string): string[] {
  return name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
}

/** Writes words as names of a language are written. */
export function nameOf(words: readonly string[], language: string): string {
  const lower = words.map((word) => word.toLowerCase());
  if (language === 'python') return lower.join('_');
  return lower.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}

/** The words that all lists have, in their order: the longest ones of each pair after the other, without case. */
export function sharedWords(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = lists;
  return others.reduce<string[]>((common, words) => longestCommon(common, words), [...first]);
}

function longestCommon(one: readonly string[], other: readonly string[]): string[] {
  const [head, ...rest] = one;
  if (head === undefined) return [];
  const without = longestCommon(rest, other);
  const at = other.findIndex((word) => word.toLowerCase() === head.toLowerCase());
  if (at < 0) return without;
  const with_ = [head, ...longestCommon(rest, other.slice(at + 1))];
  return with_.length >= without.length ? with_ : without;
}
