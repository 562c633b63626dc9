import { areTwins } from './async-twins.ts';
import { folderOf, foldersOf, groupsOf, isOfFiles, linesOf, type Relations } from './relation-folders.ts';
import type { CodePlaces, ScreenFact } from './screen-fact.ts';

/** The facts so far. Code that says the same as one of them is counted there. */
export class KnownFacts {
  readonly facts: ScreenFact[] = [];
  /** Groups and shared helpers by their first file. */
  readonly #byFile = new Map<string, { files: ReadonlySet<string>; fact: ScreenFact }[]>();
  /** Facts of several files by each of them. */
  readonly #byEachFile = new Map<string, ScreenFact[]>();
  #twins: ScreenFact | undefined;

  addRelations(relations: Relations): void {
    this.#add({ relations, more: 0, twins: 0 }, placesOf(relations));
  }

  /** A fact at its place in the list of groups. */
  addListed(fact: ScreenFact, places: CodePlaces): void {
    this.#add(fact, places);
    const { files } = places;
    const [first = ''] = files;
    this.#byFile.set(first, [...(this.#byFile.get(first) ?? []), { files: new Set(files), fact }]);
  }

  #add(fact: ScreenFact, { files, names }: CodePlaces): void {
    this.facts.push(fact);
    for (const file of files.length > 1 ? files : [])
      this.#byEachFile.set(file, [...(this.#byEachFile.get(file) ?? []), fact]);
    if (areTwins(names)) this.#twins ??= fact;
  }

  /** Relations of files that are between mirrored folders, or of synchronous and asynchronous code. */
  hasRelations(relations: Relations): boolean {
    if (!isOfFiles(relations[0])) return false;
    const places = placesOf(relations);
    const groups = groupsOf(relations);
    return count(this.#betweenFolders(places.files), 'more', groups) || this.#hasTwins(places, groups);
  }

  /** @param groups their number */
  hasListed(places: CodePlaces, groups: number): boolean {
    const { files } = places;
    const fact =
      this.#inFiles(files) ??
      this.facts.find((it) => isInFolders(files, it)) ??
      this.#betweenFolders(files) ??
      this.#withMostOf(files);
    return count(fact, 'more', groups) || this.#hasTwins(places, groups);
  }

  #hasTwins({ names }: CodePlaces, groups: number): boolean {
    return this.#twins !== undefined && areTwins(names) && count(this.#twins, 'twins', groups);
  }

  #betweenFolders(files: readonly string[]): ScreenFact | undefined {
    return this.facts.find((it) => isBetweenFolders(files, it));
  }

  /** Of several files that are all in facts of several files: the fact with most of them. */
  #withMostOf(files: readonly string[]): ScreenFact | undefined {
    if (files.length < 2) return undefined;
    const numbers = new Map<ScreenFact, number>();
    for (const file of files) {
      const its = this.#byEachFile.get(file);
      if (its === undefined) return undefined;
      for (const fact of its) numbers.set(fact, (numbers.get(fact) ?? 0) + 1);
    }
    const most = Math.max(...numbers.values());
    return this.facts.find((fact) => numbers.get(fact) === most);
  }

  /** The fact whose first file the files have, and that has all of them, unless these are one of several. */
  #inFiles(files: readonly string[]): ScreenFact | undefined {
    for (const first of files) {
      const found = this.#byFile.get(first)?.find((it) => {
        return (files.length > 1 || it.files.size === 1) && files.every((file) => it.files.has(file));
      });
      if (found !== undefined) return found.fact;
    }
    return undefined;
  }
}

function count(fact: ScreenFact | undefined, what: 'more' | 'twins', groups: number): boolean {
  if (fact !== undefined) fact[what] += groups;
  return fact !== undefined;
}

/** Of one relation: its sides are copies of each other. */
export function placesOf(relations: Relations): CodePlaces {
  const files = [...new Set(relations.flatMap(({ sides }) => sides))];
  return { files, names: relations.length === 1 ? files : [], saved: linesOf(relations) };
}

/** Whether code of several files is in the folders of forks and families of files, and in one of these files. */
function isInFolders(files: readonly string[], fact: ScreenFact): boolean {
  if ('group' in fact || !isOfFiles(fact.relations[0])) return false;
  const folders = foldersOf(fact.relations[0]);
  const sides = new Set(fact.relations.flatMap((it) => it.sides));
  return files.length > 1 && files.some((it) => sides.has(it)) && files.every((it) => folders.includes(folderOf(it)));
}

/** Whether code is in at least two folders that are copies of each other, and most of its files are. */
function isBetweenFolders(files: readonly string[], fact: ScreenFact): boolean {
  if ('group' in fact) return false;
  const [{ kind, sides }] = fact.relations;
  if (kind !== 'mirror' && kind !== 'folder-family') return false;
  const inner = sides.toSorted((a, b) => b.length - a.length);
  const its = files.map((file) => inner.find((side) => side === '.' || file.startsWith(`${side}/`)));
  const inside = its.filter((it) => it !== undefined);
  return new Set(inside).size > 1 && inside.length * 2 > files.length;
}
