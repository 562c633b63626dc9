import { compareBytes } from '@analyzer/contracts/order';
import { leastCommon, type Resemblance, reaches, sizesAllow } from './bounds.ts';
import { PrefixIndex, prefixOf } from './prefix-index.ts';
import { type RankedSet, rank } from './ranks.ts';

/** A file as the set of its n-grams. */
export interface GramFile {
  path: string;
  /** N-grams of different languages are never compared. */
  language: string;
  /** Ascending, without repetition. */
  grams: BigUint64Array;
}

export interface SimilarPair extends Resemblance {
  /** Paths. */
  removed: string;
  added: string;
}

/** Counts of the search: `pairs` = `verified` + `pruned` + pairs not reached, which are 0 unless `truncated`. */
export interface SimilaritySearch {
  /** Pairs of a removed and an added file of the same language, both with n-grams. */
  pairs: number;
  /** Pairs that share an n-gram of their prefixes and whose sizes allow the threshold. The budget limits their number. */
  considered: number;
  /** Pairs whose common n-grams were counted. */
  verified: number;
  /** Pairs that a filter excluded without counting. */
  pruned: number;
  /** The budget ended the search early: pairs may be missing. */
  truncated: boolean;
}

export interface SimilarityOptions {
  /** In millionths, above 0. */
  threshold: number;
  max_pairs: number;
}

/**
 * All pairs of a removed and an added file whose n-gram sets reach the similarity threshold. Exact: finds the same pairs
 * as brute force, unless the budget ends. Prefix and length filter from AllPairs (R. Bayardo, Y. Ma, R. Srikant, Scaling
 * up all pairs similarity search, WWW 2007), positional filter from PPJoin (C. Xiao, W. Wang, X. Lin, J. X. Yu,
 * Efficient similarity joins for near duplicate detection, WWW 2008). Both prune only pairs below the threshold.
 *
 * @returns ordered by the removed path, then the added path
 */
export function findSimilarFiles(
  removed: readonly GramFile[],
  added: readonly GramFile[],
  { threshold, max_pairs }: SimilarityOptions,
): { pairs: SimilarPair[]; search: SimilaritySearch } {
  const befores = comparable(removed);
  const afters = comparable(added);
  const { ranked, ranks } = rank([...befores, ...afters].map(({ grams }) => grams));
  const afterSets = ranked.splice(befores.length);
  const index = new PrefixIndex(afterSets, ranks, threshold);
  const partners = new Partners(index, afterSets, threshold);
  const inLanguage = countBy(afters);

  const found: SimilarPair[] = [];
  const search: SimilaritySearch = { pairs: 0, considered: 0, verified: 0, pruned: 0, truncated: false };
  for (const { language } of befores) search.pairs += inLanguage.get(language) ?? 0;
  for (const [number, before] of befores.entries()) {
    const set = ranked[number];
    if (set === undefined) continue;
    const candidates = partners.of(set);
    const left = max_pairs - search.considered;
    search.truncated = candidates.length > left;
    const batch = candidates.slice(0, left);
    search.considered += batch.length;
    let verified = 0;
    for (const { number: other, hopeless } of batch) {
      const after = afterSets[other];
      if (hopeless || after === undefined) continue;
      verified++;
      const resemblance = resemblanceOf(set, after);
      const path = afters[other]?.path ?? '';
      if (reaches(resemblance, threshold)) found.push({ removed: before.path, added: path, ...resemblance });
    }
    search.verified += verified;
    search.pruned += (search.truncated ? batch.length : (inLanguage.get(before.language) ?? 0)) - verified;
    if (search.truncated) break;
  }
  return { pairs: found, search };
}

/** Finds the sets that can be similar to a given one. */
class Partners {
  readonly #index: PrefixIndex;
  readonly #sets: readonly RankedSet[];
  readonly #threshold: number;
  /** By set: common n-grams so far, -1 when the pair can no longer reach the threshold. */
  readonly #common: Int32Array;

  constructor(index: PrefixIndex, sets: readonly RankedSet[], threshold: number) {
    this.#index = index;
    this.#sets = sets;
    this.#threshold = threshold;
    this.#common = new Int32Array(sets.length);
  }

  /** In order of their numbers; `hopeless` ones share a prefix n-gram but cannot reach the threshold. */
  of(set: RankedSet): { number: number; hopeless: boolean }[] {
    const touched: number[] = [];
    prefixOf(set, this.#threshold).forEach((rank, i) => {
      this.#index.visitSets(rank, (other, position) => {
        if (this.#meet(set, set.alone + i, other, position)) touched.push(other);
      });
    });
    touched.sort((a, b) => a - b);
    return touched.map((number) => {
      const hopeless = this.#common[number] === -1;
      this.#common[number] = 0;
      return { number, hopeless };
    });
  }

  /** @returns whether this is the first common n-gram of two sets whose sizes allow the threshold */
  #meet(set: RankedSet, here: number, number: number, there: number): boolean {
    const other = this.#sets[number];
    const common = this.#common[number] ?? -1;
    if (other === undefined || common === -1 || !sizesAllow(set.size, other.size, this.#threshold)) return false;
    const most = common + 1 + Math.min(set.size - here - 1, other.size - there - 1);
    this.#common[number] = most < leastCommon(set.size, other.size, this.#threshold) ? -1 : common + 1;
    return common === 0;
  }
}

function resemblanceOf(a: RankedSet, b: RankedSet): Resemblance {
  let intersection = 0;
  for (let i = 0, j = 0; i < a.ranks.length && j < b.ranks.length; ) {
    const [left, right] = [a.ranks[i] ?? 0, b.ranks[j] ?? 0];
    if (left === right) intersection++;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  return { intersection, union: a.size + b.size - intersection };
}

function comparable(files: readonly GramFile[]): GramFile[] {
  return files.filter(({ grams }) => grams.length > 0).sort((a, b) => compareBytes(a.path, b.path));
}

function countBy(files: readonly GramFile[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { language } of files) counts.set(language, (counts.get(language) ?? 0) + 1);
  return counts;
}
