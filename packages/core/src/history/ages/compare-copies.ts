import { type TracedCopy, UNCOMMITTED } from './traced-copy.ts';

/** How copies changed; commits are numbers, 0 for the newest one. */
export interface ComparedCopies {
  /** Index of the only one that came before all others. */
  first: number | undefined;
  together: number;
  apart: number;
  differ: boolean;
  /** The commit since which they differ or are equal; infinite if that is older than all that were searched. */
  since: number;
}

/** Compares the copies of a group after each commit that changed one. */
export function compareCopies(copies: readonly TracedCopy[]): ComparedCopies {
  const oldest = Math.max(...copies.map(({ came }) => came));
  const firsts = copies.flatMap(({ came }, at) => (came === oldest ? [at] : []));
  const edits = new Set(copies.flatMap((it) => it.edits));
  let [together, apart] = [0, 0];
  for (const commit of edits) {
    if (commit === UNCOMMITTED) continue;
    const existing = copies.filter(({ came }) => came > commit);
    if (existing.length < 2) continue;
    if (existing.every((it) => it.edits.includes(commit))) together++;
    else apart++;
  }
  return { first: firsts.length === 1 ? firsts[0] : undefined, together, apart, ...lastChange(copies, edits) };
}

/** Each state that copies had lasts until the next edit, or until another copy comes. */
function lastChange(
  copies: readonly TracedCopy[],
  edits: ReadonlySet<number>,
): Pick<ComparedCopies, 'differ' | 'since'> {
  const ends = [...new Set([...edits, ...copies.map(({ came }) => came)])].sort((a, b) => a - b);
  let differ: boolean | undefined;
  let since = Number.POSITIVE_INFINITY;
  for (const commit of ends) {
    const texts = copies.flatMap((it) => it.after(commit) ?? []);
    if (texts.length < 2) break;
    const does = texts.some((text) => text !== texts[0]);
    if (differ !== undefined && does !== differ) break;
    differ = does;
    since = commit;
  }
  return { differ: differ ?? false, since };
}
