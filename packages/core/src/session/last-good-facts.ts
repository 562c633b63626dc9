import type { FileEntry } from '#scan/model.ts';

/** Keeps the facts of files through syntax errors: until a file is parsed without an error, its last good version counts. */
export class LastGoodFacts {
  readonly #kept = new Set<string>();

  /** Whether the facts of a file are those of an earlier version. */
  has(path: string): boolean {
    return this.#kept.has(path);
  }

  /**
   * @param before as it counted, with kept facts
   * @param now as it was read
   * @returns the entry that counts
   */
  of(before: FileEntry | undefined, now: FileEntry | undefined): FileEntry | undefined {
    if (now === undefined) {
      if (before !== undefined) this.#kept.delete(before.path);
      return undefined;
    }
    const hasErrors = now.status === 'syntax-error' || now.status === 'partial';
    const wasGood = before?.status === 'analyzed' || this.#kept.has(now.path);
    if (!hasErrors || !wasGood || before?.facts === undefined) {
      this.#kept.delete(now.path);
      return now;
    }
    this.#kept.add(now.path);
    const errors = now.errors ?? now.facts?.errors;
    return { ...now, facts: before.facts, ...(errors && { errors }) };
  }
}
