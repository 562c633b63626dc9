import { compareBytes } from '@analyzer/contracts';
import { twinSign } from '#lists/async-twins.ts';
import { PlaceIndex } from './place-index.ts';
import { folderOf, foldersOf, groupsOf, isOfFiles, largestOf, linesOf, type Relations } from './relation-folders.ts';
import type { CodePlace, CodePlaces, ScreenFact } from './screen-fact.ts';

/** The facts so far. Code that says the same as one of them is counted there. */
export class KnownFacts {
  readonly facts: ScreenFact[] = [];
  readonly #places = new Map<ScreenFact, CodePlaces>();
  /** Groups and shared helpers by their first file. */
  readonly #byFile = new Map<string, { files: ReadonlySet<string>; fact: ScreenFact }[]>();
  /** Facts of several files by each of them. */
  readonly #byEachFile = new Map<string, ScreenFact[]>();
  /** Files of facts without the side of a relation of folders in which all of them are, with the fact of that relation. */
  readonly #ofOneSide = new Map<string, ScreenFact>();
  #twins: ScreenFact | undefined;

  addRelations(relations: Relations): void {
    this.#add({ relations, more: 0, twins: [], also: [] }, placesOf(relations));
  }

  /** A fact at its place in the list of groups. */
  addListed(fact: ScreenFact, places: CodePlaces): void {
    this.#add(fact, places);
    const { files } = places;
    const [first = ''] = files;
    this.#byFile.set(first, [...(this.#byFile.get(first) ?? []), { files: new Set(files), fact }]);
  }

  #add(fact: ScreenFact, its: CodePlaces): void {
    this.facts.push(fact);
    this.#places.set(fact, its);
    for (const [key, mirror] of this.#withoutSide(its.files)) this.#ofOneSide.set(key, mirror);
    for (const file of its.files.length > 1 ? its.files : [])
      this.#byEachFile.set(file, [...(this.#byEachFile.get(file) ?? []), fact]);
    if (its.twins === 'names') this.#twins ??= fact;
  }

  /** Relations between mirrored folders, or of synchronous and asynchronous code. */
  hasRelations(relations: Relations): boolean {
    const places = placesOf(relations);
    const fact = this.#betweenFolders(places.files) ?? this.#onOtherSide(places.files);
    if (isOfFiles(relations[0]) && this.#count(fact, places, groupsOf(relations))) return true;
    return this.#hasTwins(places);
  }

  /** @param groups their number */
  hasListed(places: CodePlaces, groups: number): boolean {
    const { files } = places;
    const fact =
      this.#inFiles(files) ??
      this.facts.find((it) => isInFolders(files, it)) ??
      this.#betweenFolders(files) ??
      this.#onOtherSide(files) ??
      this.#withMostOf(files);
    return this.#count(fact, places, groups) || this.#hasTwins(places);
  }

  #hasTwins(its: CodePlaces): boolean {
    if (this.#twins === undefined || its.twins === undefined) return false;
    this.#twins.twins.push(its);
    return true;
  }

  #count(fact: ScreenFact | undefined, { places }: CodePlaces, groups: number): boolean {
    if (fact === undefined) return false;
    const known = this.#places.get(fact);
    const added = known === undefined || isOfFolders(fact) ? [] : newPlaces(places, known, fact.also);
    if (added.length > 0) fact.also.push(...added);
    else fact.more += groups;
    return true;
  }

  #betweenFolders(files: readonly string[]): ScreenFact | undefined {
    return this.facts.find((it) => isBetweenFolders(files, it));
  }

  /** The relation of folders of which one side has the same code as an earlier fact in another side. */
  #onOtherSide(files: readonly string[]): ScreenFact | undefined {
    return this.#withoutSide(files).find(([key]) => this.#ofOneSide.has(key))?.[1];
  }

  #withoutSide(files: readonly string[]): [key: string, mirror: ScreenFact][] {
    return this.facts.flatMap((fact, number): [string, ScreenFact][] => {
      const sides = 'group' in fact || !isOfFolders(fact) ? [] : innerFirst(fact.relations[0].sides);
      const side = sides.find((it) => it !== '.' && files.every((file) => file.startsWith(`${it}/`)));
      if (side === undefined) return [];
      const inside = files.map((file) => file.slice(side.length)).toSorted(compareBytes);
      return [[[number, ...inside].join('\n'), fact]];
    });
  }

  /** Of several files that are all in facts of several files, or half of which are in one: the fact with most of them. */
  #withMostOf(files: readonly string[]): ScreenFact | undefined {
    if (files.length < 2) return undefined;
    const numbers = new Map<ScreenFact, number>();
    let known = 0;
    for (const file of files) {
      const its = this.#byEachFile.get(file) ?? [];
      if (its.length > 0) known++;
      for (const fact of its) numbers.set(fact, (numbers.get(fact) ?? 0) + 1);
    }
    const most = Math.max(0, ...numbers.values());
    const isKnown = known === files.length || (most > 1 && most * 2 >= files.length);
    return isKnown ? this.facts.find((fact) => numbers.get(fact) === most) : undefined;
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

/** Other places of the code that a fact shows: of a relation in other files. */
function newPlaces(places: readonly CodePlace[], known: CodePlaces, also: readonly CodePlace[]): CodePlace[] {
  const isOfFiles = known.places.every(({ start }) => start === undefined);
  const [own, others] = [new PlaceIndex(known.places), new PlaceIndex(also)];
  if (!isOfFiles && !places.some((it) => own.overlaps(it))) return [];
  const files = new Set(known.files);
  return places.filter((it) => {
    const isElsewhere = !isOfFiles || !files.has(it.path);
    return isElsewhere && it.start !== undefined && !own.overlaps(it) && !others.overlaps(it);
  });
}

/** The sides of relations, which are copies of each other. */
export function placesOf(relations: Relations): CodePlaces {
  const files = [...new Set(relations.flatMap(({ sides }) => sides))];
  const signs = relations.map(({ sides }) => twinSign(sides.map((path) => ({ path }))));
  const twins = signs.includes(undefined) ? undefined : signs.includes('paths') ? 'paths' : 'names';
  const places = largestOf(relations).sides.map((path) => ({ path }));
  return { files, places, twins, saved: linesOf(relations), isWorth: true };
}

function isOfFolders(fact: ScreenFact): boolean {
  return 'relations' in fact && ['mirror', 'folder-family'].includes(fact.relations[0].kind);
}

/** Whether code of several files is in the folders of forks and families of files, and in one of these files. */
function isInFolders(files: readonly string[], fact: ScreenFact): boolean {
  if ('group' in fact || !isOfFiles(fact.relations[0])) return false;
  const folders = foldersOf(fact.relations[0]);
  const sides = new Set(fact.relations.flatMap((it) => it.sides));
  return files.length > 1 && files.some((it) => sides.has(it)) && files.every((it) => folders.includes(folderOf(it)));
}

function innerFirst(sides: readonly string[]): string[] {
  return sides.toSorted((a, b) => b.length - a.length);
}

/** Whether code is in at least two folders that are copies of each other, and most of its files are. */
function isBetweenFolders(files: readonly string[], fact: ScreenFact): boolean {
  if ('group' in fact || !isOfFolders(fact)) return false;
  const inner = innerFirst(fact.relations[0].sides);
  const its = files.map((file) => inner.find((side) => side === '.' || file.startsWith(`${side}/`)));
  const inside = its.filter((it) => it !== undefined);
  return new Set(inside).size > 1 && inside.length * 2 > files.length;
}
