import type { Entry, FileStatus } from '#scan/model.ts';

/** Statuses of files that have facts or contain no code. */
const NOT_UNREAD: readonly FileStatus[] = ['analyzed', 'inventory', 'binary'];

/** The paths of a project without facts, with the reason. */
export class OtherPaths {
  /** Status of files that may contain code, by path. */
  readonly unread = new Map<string, FileStatus>();
  readonly #reasons = new Map<string, string>();
  #folders: ReadonlySet<string> | undefined;

  /** A file without facts. */
  file(path: string, status: FileStatus): void {
    this.#reasons.set(path, status);
    if (!NOT_UNREAD.includes(status)) this.unread.set(path, status);
  }

  /** An entry that is not a regular file. Directories follow from their files, because an index does not list them. */
  entry(path: string, kind: Exclude<Entry['kind'], 'file'>, isUnreadable: boolean): void {
    if (isUnreadable) this.#reasons.set(path, 'unreadable');
    else if (kind !== 'directory') this.#reasons.set(path, kind);
  }

  /** An excluded file or directory. */
  exclusion(path: string, reason: string): void {
    this.#reasons.set(path.replace(/\/$/, ''), `excluded by ${reason}`);
  }

  /**
   * Why a path, or a directory above it, was not read.
   *
   * @param read the files that were read
   * @returns undefined for an unknown path
   */
  reason(path: string, read: ReadonlyMap<string, unknown>): string | undefined {
    const own = this.#reasons.get(path);
    if (own !== undefined) return own;
    for (const folder of foldersAbove(path)) {
      const reason = this.#reasons.get(folder);
      if (reason?.startsWith('excluded') === true) return reason;
    }
    this.#folders ??= new Set([...read.keys(), ...this.#reasons.keys()].flatMap((it) => [...foldersAbove(it)]));
    return this.#folders.has(path) ? 'a directory' : undefined;
  }
}

/** Directories above a path, innermost first. */
function* foldersAbove(path: string): IterableIterator<string> {
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    yield path.slice(0, slash);
  }
}
