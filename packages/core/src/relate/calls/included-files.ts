import type { CallFile } from './call-file.ts';

/** Maximum depth of includes between a call and a declaration. */
const farthest = 8;
/** Maximum number of files that are searched, nearest first. */
const mostFiles = 1000;

/** `certain`: what a file includes; `possible`: also what it possibly includes; `around`: the same of the files that include it. */
export type Includes = 'certain' | 'possible' | 'around';

/** The files that a file includes, transitively. Calls come file by file, so that those of one file are stored. */
export class IncludedFiles {
  readonly #files: ReadonlyMap<string, CallFile>;
  /** In languages without an autoloader: the files that include a file, certainly or possibly. */
  readonly #includers = new Map<CallFile, CallFile[]>();
  #start: CallFile | undefined;
  readonly #found = new Map<Includes, ReadonlySet<CallFile>>();

  /** @param files in order of their paths */
  constructor(files: ReadonlyMap<string, CallFile>) {
    this.#files = files;
    for (const file of files.values()) if (file.rules.flat) this.#addIncluder(file);
  }

  /** Whether a file of a language without an autoloader includes another one. */
  get isLinked(): boolean {
    return this.#includers.size > 0;
  }

  /** The file itself, and those that it includes. */
  of(start: CallFile, includes: Includes): ReadonlySet<CallFile> {
    if (this.#start !== start) this.#found.clear();
    this.#start = start;
    let found = this.#found.get(includes);
    if (found === undefined) {
      found = this.#search(start, includes);
      this.#found.set(includes, found);
    }
    return found;
  }

  #search(start: CallFile, includes: Includes): ReadonlySet<CallFile> {
    if (includes === 'certain') return reached([start], ({ imported }) => this.#at(imported.includes));
    const next = (file: CallFile) => this.#next(file);
    if (includes === 'possible') return reached([start], next);
    return reached(
      reached([start], (file) => this.#includers.get(file) ?? []),
      next,
    );
  }

  #next({ imported }: CallFile): CallFile[] {
    return [...this.#at(imported.includes), ...this.#at(imported.possible)];
  }

  #at(paths: readonly string[]): CallFile[] {
    return paths.flatMap((path) => this.#files.get(path) ?? []);
  }

  #addIncluder(file: CallFile): void {
    for (const next of this.#next(file)) {
      const includers = this.#includers.get(next);
      if (includers === undefined) this.#includers.set(next, [file]);
      else includers.push(file);
    }
  }
}

function reached(from: Iterable<CallFile>, nextOf: (file: CallFile) => readonly CallFile[]): ReadonlySet<CallFile> {
  const distance = new Map(Array.from(from, (file) => [file, 0]));
  for (const [file, hops] of distance) {
    if (hops === farthest) break;
    for (const next of nextOf(file)) {
      if (distance.has(next)) continue;
      if (distance.size > mostFiles) break;
      distance.set(next, hops + 1);
    }
  }
  return new Set(distance.keys());
}
