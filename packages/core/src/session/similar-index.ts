import { type CopyLimits, LIMITS } from '#relate/copies/limits.ts';
import { atOnce, type Turns } from '#relate/turns.ts';
import type { ComparedFacts } from './compared-facts.ts';
import { areNested, byPosition, type LocatedCopy, type LocatedFamily, located } from './located.ts';
import { type Comparable, readComparables } from './similar/comparable.ts';
import { ComparedFiles } from './similar/compared-files.ts';
import { KnownSearches, type Similar } from './similar/known-searches.ts';

/**
 * The declarations of a changing project that are similar to those of some files. The result is exact; what did not change
 * is not compared again.
 */
export class SimilarIndex {
  readonly #limits: CopyLimits;
  readonly #read: typeof readComparables;
  readonly #files = new ComparedFiles();
  readonly #own = new KnownSearches(this.#files);
  /** Searches of the files of other indexes. */
  readonly #across = new Map<SimilarIndex, KnownSearches>();

  /** @param read what is compared: the declarations or the callbacks of a file */
  constructor(limits: CopyLimits = LIMITS, read = readComparables) {
    this.#limits = limits;
    this.#read = read;
  }

  /** @param facts with elements; undefined if the file was removed or is not analyzed */
  replace(path: string, facts: ComparedFacts | undefined): void {
    this.put(path, atOnce(this.read(path, facts)));
  }

  /** What is compared of a file, for `put`. */
  *read(path: string, facts: ComparedFacts | undefined): Turns<Comparable[]> {
    return facts === undefined ? [] : yield* this.#read(path, facts, this.#limits);
  }

  put(path: string, declarations: readonly Comparable[]): void {
    this.#files.replace(path, declarations);
  }

  /** What is compared of a file. */
  of(path: string): readonly Comparable[] {
    return this.#files.of(path);
  }

  /**
   * The declarations of these files with those that are similar to them, the most similar first. Without families of
   * functions that are all identical up to renaming, and without those whose copies are all in another family. Not every
   * declaration leads a family (`leadersOf`).
   */
  familiesIn(paths: Iterable<string>): LocatedFamily[] {
    return atOnce(this.findFamilies([...paths]));
  }

  /** As `familiesIn`, in turns. */
  *findFamilies(paths: readonly string[]): Turns<LocatedFamily[]> {
    const leaders = yield* this.#own.leadersIn(paths);
    const similar = yield* this.#own.similarTo(paths, leaders);
    const families: LocatedFamily[] = [];
    for (const [key, leader] of leaders) {
      yield;
      const copies = similar.get(key)?.copies ?? [];
      const isEdited = leader.key === undefined || copies.some(({ copy }) => copy.key !== leader.key);
      if (copies.length > 0 && isEdited) families.push(familyOf(leader, copies));
    }
    return yield* withoutParts(families);
  }

  /**
   * The declarations of these files that are similar to none here, with what is similar to them in another index, the most
   * similar first. Without those of which a part, or what is around them, is in a family of the other index.
   *
   * @param families of the other index and these files
   */
  *findAcross(
    paths: readonly string[],
    other: SimilarIndex,
    families: readonly LocatedFamily[],
  ): Turns<LocatedFamily[]> {
    const leaders = yield* this.#own.leadersIn(paths);
    const own = yield* this.#own.similarTo(paths, leaders);
    const taken = families.flatMap(({ copies }) => copies);
    const alone = [...leaders].filter(([key, leader]) => {
      return own.get(key)?.copies.length === 0 && !taken.some((copy) => areNested(leader, copy));
    });
    if (alone.length === 0) return [];
    const found = yield* this.#searchesOf(other).similarTo(paths, new Map(alone));
    const across = alone.flatMap(([key, leader]) => {
      const copies = found.get(key)?.copies ?? [];
      return copies.length === 0 ? [] : { ...familyOf(leader, copies), isOfCallbacks: true as const };
    });
    return yield* withoutParts(across);
  }

  #searchesOf(other: SimilarIndex): KnownSearches {
    const known = this.#across.get(other) ?? new KnownSearches(other.#files);
    this.#across.set(other, known);
    return known;
  }
}

function familyOf(leader: Comparable, copies: readonly Similar[]): LocatedFamily {
  const partners = withoutNested(copies);
  partners.sort((a, b) => b.similarity - a.similarity || byPosition(a.copy, b.copy));
  return {
    id: null,
    key: `near ${leader.path}#${leader.name}${leader.callback === undefined ? '' : ` callback ${leader.callback}`}`,
    kind: 'near',
    ...(leader.callback !== undefined && { isOfCallbacks: true }),
    nodes: partners.reduce((most, { copy }) => Math.max(most, copy.nodes), leader.nodes),
    copies: [located(leader), ...partners.map(({ copy, similarity }) => Object.assign(located(copy), { similarity }))],
  };
}

/** Of nested copies the most similar one. */
function withoutNested(copies: readonly Similar[]): Similar[] {
  const remaining: Similar[] = [];
  for (const pair of copies.toSorted((a, b) => byPosition(a.copy, b.copy))) {
    const last = remaining.at(-1);
    const isInside = last?.copy.path === pair.copy.path && last.copy.end_byte >= pair.copy.end_byte;
    if (!isInside) remaining.push(pair);
    else if (pair.similarity > last.similarity) remaining.splice(-1, 1, pair);
  }
  return remaining;
}

function* withoutParts(families: LocatedFamily[]): Turns<LocatedFamily[]> {
  families.sort((a, b) => b.copies.length - a.copies.length || b.nodes - a.nodes || (a.key < b.key ? -1 : 1));
  const familiesAt = new Map<string, Set<LocatedFamily>>();
  const remaining: LocatedFamily[] = [];
  for (const family of families) {
    yield;
    const positions = family.copies.map(positionOf);
    const [first, ...others] = positions.map((position) => familiesAt.get(position));
    if ([...(first ?? [])].some((it) => others.every((its) => its?.has(it)))) continue;
    for (const position of positions) familiesAt.set(position, (familiesAt.get(position) ?? new Set()).add(family));
    remaining.push(family);
  }
  return remaining;
}

function positionOf({ path, start_byte, end_byte }: LocatedCopy): string {
  return `${path}@${start_byte}-${end_byte}`;
}
