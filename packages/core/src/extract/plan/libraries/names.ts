import { compareBytes } from '@analyzer/contracts/order';
import { LIBRARY_RULES } from '#languages/library-rules.ts';
import { labelOf } from './homes.ts';
import type { Copy, Home, Placed } from './model.ts';
import { commonFolder, folderOf, stemOf, subjectsOf, wordsOf } from './words.ts';

const { agree_percent: AGREE, words_percent: WORDS_AGREE, most_words: MAX_WORDS } = LIBRARY_RULES.names;

/**
 * The words of a library's name: its package if that has the name of the function, else the base class or the file that gets it, else the file name that most copies have, else the words that the names of
 * most functions have, else the folder around all, else the name of the function with most lines. The words of the package
 * alone are not a name.
 */
export function nameOf(families: readonly Placed[]): string {
  const copies = families.flatMap((family) => family.copies);
  const home = families[0]?.home;
  if (home?.kind === 'named' && home.unit !== undefined)
    return wordsOf(labelOf(home.unit).replace(/^@[^/]*\//, '')).join('-');
  const own = new Set(home?.unit === undefined ? [] : wordsOf(labelOf(home.unit)));
  const isNew = (words: string[] | undefined) => (words?.some((word) => !own.has(word)) ? words : undefined);
  const agreed =
    (home === undefined ? undefined : fileWords(home, families)) ??
    isNew(agreedStem(copies)) ??
    isNew(agreedWords(families)) ??
    packageWords(copies) ??
    folderWords(copies);
  const words = agreed ?? wordsOf(families[0]?.family.names[0] ?? '');
  const name = words.slice(0, MAX_WORDS).join('-');
  return name === '' ? 'shared' : name;
}

/** The base class of all families, else the name of the file that gets them. */
function fileWords({ base, file }: Home, families: readonly Placed[]): string[] | undefined {
  if (base !== undefined && families.every(({ home }) => home.base === base)) return wordsOf(base);
  if (file === undefined) return undefined;
  const words = wordsOf(stemOf(file));
  return subjectsOf(stemOf(file)).length > 0 ? words : [...wordsOf(stemOf(folderOf(file))), ...words];
}

function agreedStem(copies: readonly Copy[]): string[] | undefined {
  const counts = new Map<string, number>();
  for (const { path } of copies) {
    const words = wordsOf(stemOf(path));
    if (subjectsOf(stemOf(path)).length > 0) counts.set(words.join('-'), (counts.get(words.join('-')) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return most !== undefined && most[1] * 100 >= copies.length * AGREE ? most[0].split('-') : undefined;
}

/** In the order in which names have them. */
function agreedWords(families: readonly Placed[]): string[] | undefined {
  const counts = new Map<string, number>();
  const positions = new Map<string, number[]>();
  for (const { copies } of families) {
    const names = copies.map(({ name }) => subjectsOf(name));
    for (const word of new Set(names.flat())) {
      if (names.filter((its) => its.includes(word)).length * 100 <= names.length * WORDS_AGREE) continue;
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    for (const its of names)
      for (const [at, word] of its.entries()) positions.set(word, [...(positions.get(word) ?? []), at / its.length]);
  }
  const mean = (word: string) => {
    const its = positions.get(word) ?? [];
    return its.reduce((sum, at) => sum + at, 0) / Math.max(1, its.length);
  };
  const agreed = [...counts].filter(([, count]) => count * 100 >= families.length * WORDS_AGREE);
  const words = agreed
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, MAX_WORDS)
    .map(([word]) => word)
    .sort((a, b) => mean(a) - mean(b) || (a < b ? -1 : 1));
  return words.length === 0 ? undefined : words;
}

/** The words of two packages with the copies: those in which they differ, then those that they have in common. */
function packageWords(copies: readonly Copy[]): string[] | undefined {
  const packages = [...new Set(copies.map(({ unit }) => labelOf(unit)))]
    .sort(compareBytes)
    .map((name) => wordsOf(name.replace(/^@[^/]*\//, '')));
  const [one, other, more] = packages;
  if (one === undefined || other === undefined || more !== undefined) return undefined;
  const shared = one.filter((word) => other.includes(word));
  return [...[...one, ...other].filter((word) => !shared.includes(word)), ...shared];
}

function folderWords(copies: readonly Copy[]): string[] | undefined {
  const folder = commonFolder(copies.map(({ path }) => folderOf(path)));
  const words = folder
    .split('/')
    .reverse()
    .map(subjectsOf)
    .find((its) => its.length > 0);
  return words === undefined ? undefined : [...words, 'common'];
}
