import { HUNK_RULES } from '#languages/missed-rules.ts';
import type { Version, Versions } from './contents.ts';
import { FunctionPlaces, hasFunctionPlace } from './function-places.ts';
import { changesOf, type Hunk, withContext } from './hunks.ts';
import type { LeftOut } from './model.ts';
import { isOwnPlace, LaterVersion, wasOwnPlace } from './own-place.ts';
import { type Place, PlaceIndex, type Search, type Whereabouts } from './places.ts';
import { hasRepair, isStillThere } from './repair.ts';
import type { Statements } from './statements.ts';
import type { Vocabulary } from './vocabulary.ts';
import { matchWindow, type Window } from './window.ts';

/** A file that a commit changed, which exists today. */
export interface ChangedFile {
  before: Version;
  after: Version;
  /** Its path today. */
  today: string;
}

/** A change of a file. */
export interface ChangedHunk {
  file: ChangedFile;
  old: Statements;
  now: Statements;
  hunk: Hunk;
}

/** A place that does not have a change, if it was there at the time. */
export interface Candidate extends ChangedHunk {
  place: Place;
  target: string;
  /** Names in the file of the place. */
  targetNames: ReadonlySet<number>;
}

/** Today's files, by number. */
export interface Today {
  paths: readonly string[];
  statements: readonly Statements[];
  numbers: ReadonlyMap<string, number>;
}

/** Finds the places of today that a commit did not reach. */
export class CommitSearch {
  readonly #today: Today;
  readonly #index: PlaceIndex;
  readonly #functions: FunctionPlaces;
  readonly #vocabulary: Vocabulary;
  readonly #leftOut: LeftOut;
  /** By file of today. */
  readonly #names = new Map<number, ReadonlySet<number>>();
  #later: { now: Statements; version: LaterVersion } | undefined;
  hunks = 0;

  constructor(today: Today, vocabulary: Vocabulary, leftOut: LeftOut) {
    this.#today = today;
    this.#vocabulary = vocabulary;
    this.#leftOut = leftOut;
    this.#index = new PlaceIndex(today.statements, vocabulary);
    this.#functions = new FunctionPlaces(today.statements, vocabulary);
  }

  /** @param contents has loaded the versions of the files */
  candidates(files: readonly ChangedFile[], contents: Versions): { candidates: Candidate[]; hunks: number } {
    const changes = files.flatMap((file): ChangedHunk[] => {
      const [old, now] = [contents.of(file.before), contents.of(file.after)];
      if (old === undefined || now === undefined) return [];
      return changesOf(old, now).map((hunk) => ({ file, old, now, hunk }));
    });
    this.hunks += changes.length;
    if (changes.length > HUNK_RULES.max_in_commit) {
      this.#leftOut.in_large_commits += changes.length;
      return { candidates: [], hunks: changes.length };
    }
    return { candidates: this.#compared(changes).flatMap((it) => this.#placesOf(it)), hunks: changes.length };
  }

  /** The changes that are neither too large, nor moves, nor made in many places. */
  #compared(changes: readonly ChangedHunk[]): ChangedHunk[] {
    const removed = new Set(
      changes.flatMap(({ old, hunk }) => [...old.exact.subarray(hunk.removed.start, hunk.removed.end)]),
    );
    const counts = new Map<string, number>();
    for (const change of changes) counts.set(keyOf(change), (counts.get(keyOf(change)) ?? 0) + 1);
    return changes.filter((change) => {
      const { hunk, now } = change;
      const added = now.exact.subarray(hunk.added.start, hunk.added.end);
      const reason =
        hunk.removed.end - hunk.removed.start > HUNK_RULES.max_removed || added.length > HUNK_RULES.max_added
          ? 'large'
          : added.length > 0 && added.every((it) => removed.has(it))
            ? 'moved'
            : (counts.get(keyOf(change)) ?? 0) > HUNK_RULES.max_equal
              ? 'repeated'
              : undefined;
      if (reason !== undefined) this.#leftOut[reason]++;
      return reason === undefined;
    });
  }

  #placesOf(change: ChangedHunk): Candidate[] {
    const { file, old, now } = change;
    const hunk = withContext(change.hunk, old) ?? change.hunk;
    const originFile = this.#today.numbers.get(file.today) ?? -1;
    const origin = this.#today.statements[originFile];
    let own: Hunk | undefined;
    const whereIs: Whereabouts = (its, window) => {
      if (its !== originFile || origin === undefined) return 'other-file';
      own ??= this.#laterVersion(now, origin).follow(hunk);
      return isOwnPlace(own, window) ? 'own' : 'same-file';
    };
    const search = this.#search(change, hunk, whereIs);
    if ('none' in search) {
      this.#leftOut[REASONS[search.none]]++;
      return [];
    }
    if (origin === undefined || !isStillThere(old, now, hunk, origin)) {
      this.#leftOut.superseded += search.places.length;
      return [];
    }
    return search.places.flatMap((place) => {
      const other = this.#today.statements[place.file];
      const target = this.#today.paths[place.file];
      if (other === undefined || target === undefined) return [];
      if (hasRepair(this.#vocabulary, now, hunk, other, place.window, place.renaming)) {
        this.#leftOut.has_change++;
        return [];
      }
      return [{ file, old, now, hunk, place, target, targetNames: this.#namesOf(place.file, other) }];
    });
  }

  /** The changes of one file are searched one after another. */
  #laterVersion(now: Statements, origin: Statements): LaterVersion {
    if (this.#later?.now !== now) this.#later = { now, version: new LaterVersion(now, origin) };
    return this.#later.version;
  }

  #search({ old, now }: ChangedHunk, hunk: Hunk, whereIs: Whereabouts): Search | { none: 'uninformative' } {
    const isInformative = hunk.before !== hunk.removed;
    const search = isInformative ? this.#index.find(old, hunk, whereIs) : ({ none: 'uninformative' } as const);
    if ('places' in search || search.none === 'too-many') return search;
    const places = this.#functions.find(old, now, hunk, whereIs);
    return places.length > 0 ? { places } : search;
  }

  #namesOf(file: number, { elements }: Statements): ReadonlySet<number> {
    const known = this.#names.get(file);
    if (known !== undefined) return known;
    const names = new Set(elements.filter((element) => this.#vocabulary.isName(element)));
    this.#names.set(file, names);
    return names;
  }

  /**
   * The candidates whose places were there before the commit was made: a place that it made is not one that it missed.
   *
   * @param targets the versions of their files at that time
   * @param files all changed ones of the commit: a similar function that it edits is not one that it missed
   * @param contents has loaded them
   */
  atTheTime(
    candidates: readonly Candidate[],
    targets: readonly Version[],
    files: readonly ChangedFile[],
    contents: Versions,
  ): Candidate[] {
    const edits = new CommitEdits(files, contents);
    return candidates.filter(({ file, old, now, hunk, place: { matched, around } }, at) => {
      const version = targets[at];
      const then = version && contents.of(version);
      const wasThere =
        then !== undefined &&
        (around === undefined
          ? this.#isIn(then, old, matched, isSameVersion(version, file.before) ? hunk : undefined)
          : hasFunctionPlace(this.#vocabulary, { old, now, hunk, around }, then, edits.of(version)));
      if (!wasThere) this.#leftOut.not_then++;
      return wasThere;
    });
  }

  /** @param change of this version; its own place is not a copy */
  #isIn(then: Statements, old: Statements, window: Window, change: Hunk | undefined): boolean {
    const first = old.shape[window.start];
    return then.shape.some((shape, start) => {
      if (shape !== first || !matchWindow(this.#vocabulary, old, window, then, start)) return false;
      return change === undefined || !wasOwnPlace(change, { start, end: start + window.end - window.start });
    });
  }
}

/** The changes of the files of a commit. */
class CommitEdits {
  readonly #files: readonly ChangedFile[];
  readonly #contents: Versions;

  constructor(files: readonly ChangedFile[], contents: Versions) {
    this.#files = files;
    this.#contents = contents;
  }

  /** @param version before the commit */
  of(version: Version | undefined): Hunk[] {
    const file = this.#files.find(({ before }) => isSameVersion(version, before));
    const [old, now] = [file && this.#contents.of(file.before), file && this.#contents.of(file.after)];
    return old === undefined || now === undefined ? [] : changesOf(old, now);
  }
}

/** Also a copy of the whole file has the same object. */
function isSameVersion(one: Version | undefined, other: Version): boolean {
  return one?.path === other.path && one.object === other.object;
}

const REASONS = {
  nowhere: 'without_place',
  uninformative: 'uninformative',
  unlike: 'unlike',
  'too-many': 'too_many_places',
  own: 'has_change',
} as const;

function keyOf({ old, now, hunk: { removed, added } }: ChangedHunk): string {
  return `${old.shape.subarray(removed.start, removed.end)} ${now.shape.subarray(added.start, added.end)}`;
}
