import { type CopyLimits, LIMITS } from '#relate/copies/limits.ts';
import type { ComparedFacts } from './compared-facts.ts';
import { areNested, byPosition, type LocatedCopy, type LocatedFamily, located } from './located.ts';
import { type Comparable, readComparables } from './similar/comparable.ts';
import { leadersOf } from './similar/leaders.ts';
import { type SimilarPair, SimilarSearch } from './similar/similar-search.ts';

/** What a search found. */
interface Known {
  /** By the key of 5-grams. */
  similar: Map<string, KnownCopies>;
  /** The files that were replaced since then. */
  stale: Set<string>;
}

interface KnownCopies {
  /** Of the leader. */
  path: string;
  /** The similar declarations of all files, without those that contain the leader or are nested in it. */
  copies: Similar[];
}

type Similar = Omit<SimilarPair, 'leader'>;

/** Number of searches whose results are known: an editor asks again for its open files. */
const MAX_KNOWN = 8;

/**
 * The declarations of a changing project that are similar to those of some files. The first search compares the 5-grams
 * of these files with all others in one linear pass; later ones do so only for declarations and files that changed. The
 * result is exact.
 */
export class SimilarIndex {
  readonly #limits: CopyLimits;
  readonly #read: typeof readComparables;
  readonly #files = new Map<string, readonly Comparable[]>();
  /** By the paths of a search, the last search at the end. */
  readonly #known = new Map<string, Known>();

  /** @param read what is compared: the declarations or the callbacks of a file */
  constructor(limits: CopyLimits = LIMITS, read = readComparables) {
    this.#limits = limits;
    this.#read = read;
  }

  /** @param facts with elements; undefined if the file was removed or is not analyzed */
  replace(path: string, facts: ComparedFacts | undefined): void {
    const declarations = facts === undefined ? [] : this.#read(path, facts, this.#limits);
    if (declarations.length === 0) this.#files.delete(path);
    else this.#files.set(path, declarations);
    for (const { stale } of this.#known.values()) stale.add(path);
  }

  /**
   * The declarations of these files with those that are similar to them, the most similar first. Without families of
   * functions that are all identical up to renaming, and without those whose copies are all in another family. Not every
   * declaration leads a family (`leadersOf`).
   */
  familiesIn(paths: Iterable<string>): LocatedFamily[] {
    const wanted = [...paths];
    const leaders = leadersOf(wanted.flatMap((path) => this.#files.get(path) ?? []));
    const similar = this.#similarTo(leaders, this.#takeKnown(wanted.join('\0')));
    const families = [...leaders].flatMap(([key, leader]) => {
      const copies = similar.get(key)?.copies ?? [];
      const isEdited = leader.key === undefined || copies.some(({ copy }) => copy.key !== leader.key);
      return copies.length > 0 && isEdited ? familyOf(leader, copies) : [];
    });
    return withoutParts(families);
  }

  /**
   * The declarations of these files that are similar to none here, with what is similar to them in another index, the most
   * similar first. Without those of which a part, or what is around them, is in a family of the other index.
   *
   * @param families of the other index and these files
   */
  familiesAcross(paths: Iterable<string>, other: SimilarIndex, families: readonly LocatedFamily[]): LocatedFamily[] {
    const wanted = [...paths];
    const leaders = leadersOf(wanted.flatMap((path) => this.#files.get(path) ?? []));
    const own = this.#similarTo(leaders, this.#takeKnown(wanted.join('\0')));
    const taken = families.flatMap(({ copies }) => copies);
    const alone = [...leaders].flatMap(([key, leader]) => {
      const isAlone = own.get(key)?.copies.length === 0 && !taken.some((copy) => areNested(leader, copy));
      return isAlone ? leader : [];
    });
    if (alone.length === 0) return [];
    const pass = SimilarSearch.of(alone);
    const found = new Map(alone.map((leader): [Comparable, Similar[]] => [leader, []]));
    for (const file of other.#files.values()) {
      for (const { leader, ...pair } of pass.pairsWith(file)) found.get(leader)?.push(pair);
    }
    const across = [...found].filter(([, copies]) => copies.length > 0);
    return withoutParts(across.map(([leader, copies]) => ({ ...familyOf(leader, copies), isOfCallbacks: true })));
  }

  #takeKnown(paths: string): Known {
    const known = this.#known.get(paths) ?? { similar: new Map(), stale: new Set() };
    this.#known.delete(paths);
    this.#known.set(paths, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return known;
  }

  /** @returns the same as `known.similar`, which is updated */
  #similarTo(leaders: ReadonlyMap<string, Comparable>, known: Known): ReadonlyMap<string, KnownCopies> {
    const { similar: before, stale } = known;
    known.similar = new Map();
    const isKnown = (key: string) => before.get(key)?.path === leaders.get(key)?.path;
    for (const [key, { path }] of leaders) {
      const copies = isKnown(key) ? before.get(key)?.copies.filter(({ copy }) => !stale.has(copy.path)) : undefined;
      known.similar.set(key, { path, copies: copies ?? [] });
    }
    const search = (isWanted: (key: string) => boolean, files: Iterable<readonly Comparable[]>) => {
      const wanted = new Map([...leaders].flatMap(([key, leader]) => (isWanted(key) ? [[leader, key]] : [])));
      if (wanted.size === 0) return;
      const pass = SimilarSearch.of([...wanted.keys()]);
      for (const file of files) {
        for (const { leader, ...found } of pass.pairsWith(file))
          known.similar.get(wanted.get(leader) ?? '')?.copies.push(found);
      }
    };
    search((key) => !isKnown(key), this.#files.values());
    search(
      isKnown,
      Array.from(stale, (path) => this.#files.get(path) ?? []),
    );
    stale.clear();
    return known.similar;
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
    copies: [located(leader), ...partners.map(({ copy, similarity }) => ({ ...located(copy), similarity }))],
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

function withoutParts(families: LocatedFamily[]): LocatedFamily[] {
  families.sort((a, b) => b.copies.length - a.copies.length || b.nodes - a.nodes || (a.key < b.key ? -1 : 1));
  const familiesAt = new Map<string, Set<LocatedFamily>>();
  return families.filter((family) => {
    const positions = family.copies.map(positionOf);
    const [first, ...others] = positions.map((position) => familiesAt.get(position));
    if ([...(first ?? [])].some((it) => others.every((its) => its?.has(it)))) return false;
    for (const position of positions) familiesAt.set(position, (familiesAt.get(position) ?? new Set()).add(family));
    return true;
  });
}

function positionOf({ path, start_byte, end_byte }: LocatedCopy): string {
  return `${path}@${start_byte}-${end_byte}`;
}
