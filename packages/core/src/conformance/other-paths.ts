import type { Entry, FileStatus } from '#scan/model.ts';

/** Data, text and pictures. */
const NO_CODE: readonly FileStatus[] = ['analyzed', 'inventory', 'binary'];

/** What became of the paths of a project that were not read as code. */
export class OtherPaths {
  /** Files that may hold code, with the reason, by path. */
  readonly unread = new Map<string, FileStatus>();
  readonly #reasons = new Map<string, string>();
  #folders: ReadonlySet<string> | undefined;

  /** A file without facts. */
  file(path: string, status: FileStatus): void {
    this.#reasons.set(path, status);
    if (!NO_CODE.includes(status)) this.unread.set(path, status);
  }

  /** Something that is no regular file. A folder counts by what is in it, so that an index need not list folders. */
  entry(path: string, kind: Exclude<Entry['kind'], 'file'>, isUnreadable: boolean): void {
    if (isUnreadable) this.#reasons.set(path, 'unreadable');
    else if (kind !== 'directory') this.#reasons.set(path, kind);
  }

  /** Something that was left out, a folder with all in it. */
  exclusion(path: string, reason: string): void {
    this.#reasons.set(path.replace(/\/$/, ''), `left out by ${reason}`);
  }

  /**
   * What became of a path or of a folder that it is in.
   *
   * @param read the files that were read
   * @returns undefined when nothing of that path was seen
   */
  reason(path: string, read: ReadonlyMap<string, unknown>): string | undefined {
    const own = this.#reasons.get(path);
    if (own !== undefined) return own;
    for (const folder of foldersAbove(path)) {
      const reason = this.#reasons.get(folder);
      if (reason?.startsWith('left out') === true) return reason;
    }
    this.#folders ??= new Set([...read.keys(), ...this.#reasons.keys()].flatMap((it) => [...foldersAbove(it)]));
    return this.#folders.has(path) ? 'a folder' : undefined;
  }
}

/** From the innermost. */
function* foldersAbove(path: string): IterableIterator<string> {
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    yield path.slice(0, slash);
  }
}
