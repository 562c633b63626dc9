/** Follows renamed files while commits are read from the newest to the oldest. */
export class PathsToday {
  /** By path at the time of the current commit: the path today. */
  readonly #today = new Map<string, string>();
  readonly #former = new Map<string, string>();

  today(path: string): string {
    return this.#today.get(path) ?? path;
  }

  /** The path that a file of today had. */
  former(path: string): string {
    return this.#former.get(path) ?? path;
  }

  /** Goes on to commits before one that renamed a file. */
  goBefore(from: string, path: string): void {
    if (from === path) return;
    const today = this.today(path);
    this.#today.set(from, today);
    this.#former.set(today, from);
  }
}
