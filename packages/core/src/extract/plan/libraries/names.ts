import { compareBytes } from '@analyzer/contracts/order';
import { LIBRARY_RULES } from '#languages/library-rules.ts';
import { labelOf } from './homes.ts';
import type { Copy, Home, Placed } from './model.ts';
import { commonFolder, folderOf, ownerOf, shortName, stemOf, subjectsOf, wordsOf } from './words.ts';

const {
  agree_percent: AGREE,
  words_percent: WORDS_AGREE,
  lines_percent: LINES_AGREE,
  most_words: MAX_WORDS,
} = LIBRARY_RULES.names;
/** Words that need the folder around them. */
export const VAGUE: ReadonlySet<string> = new Set(LIBRARY_RULES.names.vague);
const ENTRIES: ReadonlySet<string> = new Set(LIBRARY_RULES.names.entries);

/**
 * Names that fit a library, the best one first: its package if that has the name of the function, else the base class or
 * the file that gets it; the file name that most copies have and the words that the names of most functions have (these first for one
 * function), the function with most lines, the packages, the folder around all, the two folders with all. The words of the package alone are not a name.
 */
export function namesOf(families: readonly Placed[]): string[] {
  const copies = families.flatMap((family) => family.copies);
  const home = families[0]?.home;
  const language = families[0]?.family.language ?? '';
  if (home?.isSubject && home.unit !== undefined) return [wordsOf(shortName(labelOf(home.unit, language))).join('-')];
  const own = new Set(home?.unit === undefined ? commonWords(copies, language) : wordsOf(labelOf(home.unit, language)));
  const isNew = (words: string[] | undefined) => (words?.some((word) => !own.has(word)) ? words : undefined);
  const [first] = families;
  const names = [
    home === undefined ? undefined : fileWords(home, families),
    ...(families.length === 1
      ? [nameWords(families), agreedStem(copies)]
      : [agreedStem(copies), nameWords(families)]
    ).map((words) => isNew(withSubject(words, copies, own))),
    first !== undefined && isMostOf(first, families) ? (nameWords([first]) ?? functionWords(first)) : undefined,
    home?.unit === undefined || first === undefined ? undefined : (nameWords([first]) ?? functionWords(first)),
    packageWords(copies, language),
    folderWords(copies, own),
    folderPairWords(copies),
    first === undefined ? undefined : functionWords(first),
  ];
  return names.flatMap((words) => (words === undefined || words.length === 0 ? [] : [joined(words)]));
}

function joined(words: readonly string[]): string {
  return words.slice(0, MAX_WORDS).join('-');
}

/** Of its name, or what two names with as many copies are about. */
function functionWords({ family, copies }: Placed): string[] {
  const counts = new Map<string, number>();
  for (const { name } of copies) counts.set(name, (counts.get(name) ?? 0) + 1);
  const pair = [...counts.keys()].sort(compareBytes).flatMap(subjectsOf);
  const isPair = counts.size === 2 && new Set(counts.values()).size === 1 && pair.length <= MAX_WORDS;
  const words = isPair && pair.length > 1 ? [...new Set(pair)] : wordsOf(family.names[0] ?? '');
  return withSubject(words, copies, new Set()) ?? words;
}

function isMostOf({ lines }: Placed, families: readonly Placed[]): boolean {
  return lines * 100 >= families.reduce((sum, one) => sum + one.lines, 0) * LINES_AGREE;
}

/** A name such as `handler` needs the folder around the copies; undefined if that is only the package. */
function withSubject(words: string[] | undefined, copies: readonly Copy[], own: ReadonlySet<string>) {
  if (words === undefined || !words.every((word) => VAGUE.has(word))) return words;
  const subject = folderSubject(copies)?.filter((word) => !words.includes(word));
  return subject?.some((word) => !own.has(word)) ? [...subject, ...words] : undefined;
}

/** The base class of all families, else the name of the file that gets them. */
function fileWords({ base, file }: Home, families: readonly Placed[]): string[] | undefined {
  if (base !== undefined && families.every(({ home }) => home.base === base)) return wordsOf(base);
  if (file === undefined) return undefined;
  const stem = stemOf(file);
  if (subjectsOf(stem).length > 0) return wordsOf(stem);
  const folder = wordsOf(stemOf(folderOf(file)));
  return wordsOf(stem).every((word) => ENTRIES.has(word)) ? folder : [...folder, ...wordsOf(stem)];
}

/** Of files in two folders or more: one file is not what all others have in common. */
function agreedStem(copies: readonly Copy[]): string[] | undefined {
  const files = new Map<string, string[]>();
  for (const { project, path } of copies) {
    const own = stemOf(path);
    const stem = subjectsOf(own).length === 0 ? stemOf(folderOf(path)) : own;
    const words = wordsOf(stem).join('-');
    if (subjectsOf(stem).length > 0) files.set(words, [...(files.get(words) ?? []), `${project}\0${path}`]);
  }
  const [most] = [...files].sort(([a, its], [b, others]) => others.length - its.length || (a < b ? -1 : 1));
  if (most === undefined || most[1].length * 100 < copies.length * AGREE) return undefined;
  return new Set(most[1]).size > 1 ? most[0].split('-') : undefined;
}

/** The words that the functions have in common, else those of their classes too. */
function nameWords(families: readonly Placed[]): string[] | undefined {
  const start = commonStart(families);
  if (start !== undefined) return start;
  const words = agreedWords(families, ({ name }) => subjectsOf(name));
  if (words?.some((word) => !VAGUE.has(word)))
    return words.length > 1 ? words : withFileWord(withWordBefore(words, families), families);
  const all = agreedWords(families, (copy) => [...subjectsOf(ownerOf(copy)), ...subjectsOf(copy.name)]);
  return families.length === 1 || all?.some((word) => !VAGUE.has(word)) ? all : undefined;
}

/** The words that all names start with, if the names of different functions are that and more, such as `getOrInsert`. */
function commonStart(families: readonly Placed[]): string[] | undefined {
  const names = [...new Set(families.flatMap(({ copies }) => copies.map(({ name }) => name)))].map(wordsOf);
  const [first = [], ...others] = names;
  const end = first.findIndex((word, at) => others.some((its) => its[at] !== word));
  const start = end < 0 ? first : first.slice(0, end);
  const isName =
    others.length > 0 &&
    start.length > 1 &&
    start.length <= MAX_WORDS &&
    names.some((its) => its.length === start.length);
  return isName && subjectsOf(start.join('-')).length > 0 ? start : undefined;
}

/** One word, after a generic one that is before it in all names: `type-check` for `hasTypeCheck`. */
function withWordBefore(words: string[], families: readonly Placed[]): string[] {
  const [word = ''] = words;
  const before = families.flatMap(({ copies }) =>
    copies.map(({ name }) => {
      const all = wordsOf(name);
      const at = all.indexOf(word);
      return at < 2 ? '' : (all[at - 1] ?? '');
    }),
  );
  const [first = ''] = before;
  return first !== '' && before.every((its) => its === first) ? [first, word] : words;
}

/** One word, after the words that the names of all files have in common. */
function withFileWord(words: string[], families: readonly Placed[]): string[] {
  const files = [...new Set(families.flatMap(({ copies }) => copies.map(({ path }) => path)))].map((path) =>
    subjectsOf(stemOf(path)),
  );
  const [first = [], ...others] = files;
  if (words.length > 1) return words;
  const shared = first.filter((word) => !words.includes(word) && others.every((its) => its.includes(word)));
  return others.length === 0 ? words : [...shared, ...words].slice(-MAX_WORDS);
}

/** In the order in which names have them. */
function agreedWords(families: readonly Placed[], of: (copy: Copy) => string[]): string[] | undefined {
  const counts = new Map<string, number>();
  const positions = new Map<string, number[]>();
  for (const { copies } of families) {
    const names = copies.map(of);
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
  const agreed = [...counts].filter(([, count]) => count * 100 > families.length * WORDS_AGREE);
  const words = agreed
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, MAX_WORDS)
    .map(([word]) => word)
    .sort((a, b) => mean(a) - mean(b) || (a < b ? -1 : 1));
  return words.length === 0 ? undefined : words;
}

/** The words of two packages with the copies: those in which they differ, then those that they have in common. If one has the words of the other, these. */
function packageWords(copies: readonly Copy[], language: string): string[] | undefined {
  const packages = packageNames(copies, language).map((name) => wordsOf(shortName(name)));
  const [one, other, more] = packages;
  if (one === undefined || other === undefined || more !== undefined) return undefined;
  const shared = one.filter((word) => other.includes(word));
  if (shared.length === Math.min(one.length, other.length)) return [...shared, 'shared'];
  return [...[...one, ...other].filter((word) => !shared.includes(word)), ...shared];
}

/** Those that the names of all packages with copies have. */
function commonWords(copies: readonly Copy[], language: string): string[] {
  const [first = [], ...others] = packageNames(copies, language).map(wordsOf);
  return first.filter((word) => others.every((words) => words.includes(word)));
}

function packageNames(copies: readonly Copy[], language: string): string[] {
  return [...new Set(copies.map(({ unit }) => labelOf(unit, language)))].sort(compareBytes);
}

function folderWords(copies: readonly Copy[], own: ReadonlySet<string>): string[] | undefined {
  const subject = folderSubject(copies);
  return subject?.some((word) => !own.has(word)) ? [...subject, 'common'] : undefined;
}

/** The names of the two folders that have all copies. */
function folderPairWords(copies: readonly Copy[]): string[] | undefined {
  const folders = [...new Set(copies.map(({ path }) => stemOf(folderOf(path))))].sort(compareBytes);
  return folders.length === 2 ? [...folders.flatMap(wordsOf), 'common'] : undefined;
}

/** Of the innermost folder around all copies that has one. */
function folderSubject(copies: readonly Copy[]): string[] | undefined {
  const subjects = commonFolder(copies.map(({ path }) => folderOf(path)))
    .split('/')
    .reverse()
    .map(subjectsOf)
    .filter((its) => its.length > 0);
  const [inner, outer] = subjects;
  // A folder such as `data` needs the one around it.
  return outer !== undefined && inner?.every((word) => VAGUE.has(word)) ? [...outer, ...inner] : inner;
}
