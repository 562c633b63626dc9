import type { Turns } from '#relate/turns.ts';
import type { Comparable } from './comparable.ts';
import type { ComparedFiles } from './compared-files.ts';
import { KnownPairs } from './known-pairs.ts';
import { leadersOf } from './leaders.ts';
import { type SimilarPair, SimilarSearch } from './similar-search.ts';

export type Similar = Omit<SimilarPair, 'leader'>;

/** What a search found. */
interface Known {
  /** By the key of 5-grams. */
  similar: Map<string, CopiesOfLeader>;
  /** The files that were replaced since then. */
  stale: Set<string>;
  /** Of the declarations of the searched files with each other; undefined if the leaders are of another index. */
  pairs: KnownPairs | undefined;
  /** Each edit needs them more than once. */
  leaders: KnownLeaders | undefined;
}

/** The leaders of some files. */
interface KnownLeaders {
  files: readonly (readonly Comparable[])[];
  leaders: ReadonlyMap<string, Comparable>;
}

interface CopiesOfLeader {
  /** Of the leader. */
  path: string;
  /** The similar declarations of all files, without those that contain the leader or are nested in it. */
  copies: Similar[];
}

/** Number of searches whose results are known: an editor asks again for its open files. */
const MAX_KNOWN = 64;

/**
 * The declarations that are similar to some leaders. The first search for some paths compares the 5-grams of their leaders with
 * all files in one linear pass; later ones do so only for leaders and files that changed.
 */
export class KnownSearches {
  readonly #files: ComparedFiles;
  /** By the paths of a search, the last search at the end. */
  readonly #known = new Map<string, Known>();

  constructor(files: ComparedFiles) {
    this.#files = files;
  }

  /** The declarations of some files that lead families (`leadersOf`), by the key of their 5-grams. */
  *leadersIn(paths: readonly string[]): Turns<ReadonlyMap<string, Comparable>> {
    const files = paths.map((path) => this.#files.of(path));
    const known = this.#take(paths.join('\0'));
    const last = known.leaders;
    const isLast = last?.files.length === files.length && files.every((file, at) => file === last.files[at]);
    if (last !== undefined && isLast) return last.leaders;
    known.pairs ??= new KnownPairs();
    known.pairs.start();
    const leaders = yield* leadersOf(files.flat(), known.pairs);
    known.leaders = { files, leaders };
    return leaders;
  }

  /**
   * Files can be replaced while it pauses: the next search compares these again.
   *
   * @param paths of the leaders
   * @param leaders by the key of their 5-grams
   */
  *similarTo(
    paths: readonly string[],
    leaders: ReadonlyMap<string, Comparable>,
  ): Turns<ReadonlyMap<string, CopiesOfLeader>> {
    const known = this.#take(paths.join('\0'));
    const { similar: before, pairs } = known;
    const stale = new Set(known.stale);
    known.stale.clear();
    const own = new Set(paths.map((path) => this.#files.of(path)));
    const similar = new Map<string, CopiesOfLeader>();
    const isKnown = (key: string) => before.get(key)?.path === leaders.get(key)?.path;
    for (const [key, { path }] of leaders) {
      const copies = isKnown(key) ? before.get(key)?.copies.filter(({ copy }) => !stale.has(copy.path)) : undefined;
      similar.set(key, { path, copies: copies ?? [] });
    }
    function* search(isWanted: (key: string) => boolean, files: Iterable<readonly Comparable[]>): Turns<void> {
      const wanted = new Map([...leaders].flatMap(([key, leader]) => (isWanted(key) ? [[leader, key]] : [])));
      if (wanted.size === 0) return;
      const pass = SimilarSearch.of([...wanted.keys()]);
      for (const file of files) {
        const itsPairs = own.has(file) ? pairs : undefined;
        for (const copy of file) {
          yield;
          for (const { leader, similarity } of pass.pairsWith([copy], itsPairs))
            similar.get(wanted.get(leader) ?? '')?.copies.push({ copy, similarity });
        }
      }
    }
    yield* search((key) => !isKnown(key), this.#files.all());
    const replaced = Array.from(stale, (path) => this.#files.of(path)).filter(({ length }) => length > 0);
    if (replaced.length > 0) yield* search(isKnown, replaced);
    known.similar = similar;
    return similar;
  }

  #take(paths: string): Known {
    const known = this.#known.get(paths) ?? {
      similar: new Map(),
      stale: new Set(),
      pairs: undefined,
      leaders: undefined,
    };
    this.#known.delete(paths);
    this.#known.set(paths, known);
    this.#files.follow(known.stale);
    const [oldest] = this.#known;
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) {
      this.#known.delete(oldest[0]);
      this.#files.unfollow(oldest[1].stale);
    }
    return known;
  }
}
