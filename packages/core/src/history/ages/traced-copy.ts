import type { Change, Range } from '#relate/align/align.ts';
import { earlierRange } from './trace-range.ts';

/** The state of a work tree, which is newer than the commit 0. */
export const UNCOMMITTED = -1;

/** An occurrence of a group, followed from the newest commit to older ones. Commits are numbers, 0 for the newest one. */
export class TracedCopy {
  /** The commit with which it came; infinite if that is older than all that were searched. */
  came = Number.POSITIVE_INFINITY;
  /** Commits that changed it, newest first. */
  readonly edits: number[] = [];
  /** What it was before each edit, and is now at the start. */
  readonly #texts: string[];
  #range: Range;

  /** @param lines of the file, without layout @param range from 0, `end` exclusive */
  constructor(lines: readonly string[], range: Range) {
    this.#range = range;
    this.#texts = [textOf(lines, range)];
  }

  get isOpen(): boolean {
    return this.came === Number.POSITIVE_INFINITY;
  }

  /** Its file was new. */
  start(commit: number): void {
    if (this.isOpen) this.came = commit;
  }

  /** Its file was changed. @param after lines that the changes lead to */
  change(commit: number, changes: readonly Change[], before: readonly string[], after: readonly string[]): void {
    if (!this.isOpen) return;
    const { range, isEdited } = earlierRange(changes, after, this.#range);
    if (range === undefined) {
      this.came = commit;
      return;
    }
    this.#range = range;
    if (!isEdited) return;
    this.edits.push(commit);
    this.#texts.push(textOf(before, range));
  }

  /** What it was after a commit; undefined before it came. */
  after(commit: number): string | undefined {
    if (commit > this.came) return undefined;
    const edit = this.edits.findIndex((it) => it >= commit);
    return this.#texts[edit < 0 ? this.edits.length : edit];
  }
}

/** The first line has the name of the declaration, which can differ in copies. */
function textOf(lines: readonly string[], { start, end }: Range): string {
  return lines
    .slice(start + 1, end)
    .filter((line) => line !== '')
    .join('\n');
}
