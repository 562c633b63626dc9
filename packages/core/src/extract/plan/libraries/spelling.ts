import { stemOf, wordsOf } from './words.ts';

type Style = 'kebab' | 'snake' | 'camel' | 'pascal';

/** Languages whose files are named after what they declare. */
const FIXED: Readonly<Record<string, Style>> = { '.py': 'snake', '.php': 'pascal' };

/**
 * The name of a new file, written like most names of several words in its folder.
 *
 * @param words joined with `-`
 * @param siblings names of the files in its folder
 */
export function spelledFile(words: string, extension: string, siblings: readonly string[]): string {
  const style = FIXED[extension] ?? commonStyle(siblings) ?? 'kebab';
  return `${spelled(words.split('-'), style)}${extension}`;
}

function commonStyle(files: readonly string[]): Style | undefined {
  const counts = new Map<Style, number>();
  for (const file of files) {
    const style = styleOf(stemOf(file));
    if (style !== undefined) counts.set(style, (counts.get(style) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return first?.[0];
}

/** Undefined for one word in lower case, which has every style but one. */
function styleOf(stem: string): Style | undefined {
  if (/^[A-Z][A-Za-z0-9]*[a-z]/.test(stem)) return 'pascal';
  if (wordsOf(stem).length < 2) return undefined;
  if (stem.includes('-')) return 'kebab';
  return stem.includes('_') ? 'snake' : 'camel';
}

function spelled(words: readonly string[], style: Style): string {
  if (style === 'kebab') return words.join('-');
  if (style === 'snake') return words.join('_');
  return words.map((word, at) => (at === 0 && style === 'camel' ? word : capitalized(word))).join('');
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
