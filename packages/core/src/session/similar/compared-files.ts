import type { Comparable } from './comparable.ts';

/** The declarations or callbacks of a changing project that are compared, by file. */
export class ComparedFiles {
  readonly #files = new Map<string, readonly Comparable[]>();
  readonly #followers = new Set<Set<string>>();

  /** @param declarations none if the file was removed or is not analyzed */
  replace(path: string, declarations: readonly Comparable[]): void {
    if (declarations.length === 0) this.#files.delete(path);
    else this.#files.set(path, declarations);
    for (const changed of this.#followers) changed.add(path);
  }

  of(path: string): readonly Comparable[] {
    return this.#files.get(path) ?? [];
  }

  all(): Iterable<readonly Comparable[]> {
    return this.#files.values();
  }

  /** From now on the set gets the path of each file that is replaced. */
  follow(changed: Set<string>): void {
    this.#followers.add(changed);
  }

  unfollow(changed: Set<string>): void {
    this.#followers.delete(changed);
  }
}
