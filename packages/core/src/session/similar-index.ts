import { type CopyLimits, LIMITS } from '#relate/copies/limits.ts';
import type { ComparedFacts } from './compared-facts.ts';
import { byPosition, type LocatedCopy, type LocatedFamily, located } from './located.ts';
import { type Comparable, type ComparableFile, readComparableFile } from './similar/comparable-file.ts';
import { type SimilarPair, SimilarSearch } from './similar/similar-search.ts';

/**
 * The declarations of a changing project that are similar to those of some files. A search compares the 5-grams of these
 * files with all others in one linear pass; the result is exact.
 */
export class SimilarIndex {
  readonly #limits: CopyLimits;
  readonly #files = new Map<string, ComparableFile>();

  constructor(limits: CopyLimits = LIMITS) {
    this.#limits = limits;
  }

  /** @param facts with elements; undefined if the file was removed or is not analyzed */
  replace(path: string, facts: ComparedFacts | undefined): void {
    const file = facts && readComparableFile(path, facts, this.#limits);
    if (file === undefined) this.#files.delete(path);
    else this.#files.set(path, file);
  }

  /**
   * The declarations of these files with those that are similar to them, the most similar first. Without families of
   * functions that are all identical up to renaming, and without those whose copies are all in another family.
   */
  familiesIn(paths: Iterable<string>): LocatedFamily[] {
    const leading = Array.from(paths, (path) => this.#files.get(path)).filter((file) => file !== undefined);
    if (leading.length === 0) return [];
    const search = new SimilarSearch(leading);
    const found = new Map<Comparable, SimilarPair[]>();
    for (const file of this.#files.values()) {
      for (const pair of search.similarTo(file)) {
        const pairs = found.get(pair.leader);
        if (pairs === undefined) found.set(pair.leader, [pair]);
        else pairs.push(pair);
      }
    }
    const isEdited = ([leader, pairs]: [Comparable, SimilarPair[]]) =>
      leader.key === undefined || pairs.some(({ copy }) => copy.key !== leader.key);
    return withoutParts([...found].filter(isEdited).map(familyOf));
  }
}

function familyOf([leader, pairs]: [Comparable, SimilarPair[]]): LocatedFamily {
  const partners = withoutNested(pairs);
  partners.sort((a, b) => b.similarity - a.similarity || byPosition(a.copy, b.copy));
  return {
    id: null,
    key: `near ${leader.path}#${leader.name}`,
    kind: 'near',
    nodes: partners.reduce((most, { copy }) => Math.max(most, copy.nodes), leader.nodes),
    copies: [located(leader), ...partners.map(({ copy, similarity }) => ({ ...located(copy), similarity }))],
  };
}

/** Of nested copies the most similar one. */
function withoutNested(pairs: readonly SimilarPair[]): SimilarPair[] {
  const remaining: SimilarPair[] = [];
  for (const pair of pairs.toSorted((a, b) => byPosition(a.copy, b.copy))) {
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
