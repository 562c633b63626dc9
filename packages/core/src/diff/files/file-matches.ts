import { compareBytes } from '@analyzer/contracts/order';
import type { SimilarPair } from '#relate/similarity/similar-files.ts';
import type { FileEntry } from '#scan/model.ts';
import type { FileChange } from '../model.ts';
import { choosePairs } from './choose-pairs.ts';
import { effectOf, type MatchedFiles, stateOf } from './match-files.ts';

/** The matched files of both sides, as the comparison of declarations and links needs them. */
export interface FileMatches {
  /** Ordered by path after. */
  changes: FileChange[];
  /** Maps a file to its path after, if it was matched. */
  pathAfter: (path: string) => string | undefined;
  /** Matched files whose code differs. */
  edited: { before: FileEntry; after: FileEntry }[];
  /** Paths after of files that were analyzed on one side only, so their code cannot be compared. */
  unknown: ReadonlySet<string>;
  /** Files without a match. */
  removed: FileEntry[];
  added: FileEntry[];
}

/** Treats the best pairs of similar files as moved and edited. */
export function pairSimilarFiles(matched: MatchedFiles, similar: readonly SimilarPair[]): FileMatches {
  const removed = new Map(matched.removed.map((file) => [file.path, file]));
  const added = new Map(matched.added.map((file) => [file.path, file]));
  const pairs = [...matched.pairs];
  const changes = [...matched.changes];
  for (const { removed: from, added: to, intersection, union } of choosePairs(similar)) {
    const [before, after] = [removed.get(from), added.get(to)];
    if (before === undefined || after === undefined) continue;
    removed.delete(from);
    added.delete(to);
    pairs.push({ before, after });
    const states = { before: stateOf(before), after: stateOf(after) };
    const resemblance = { intersection, union };
    changes.push({ change: 'moved-edited', ...states, effect: effectOf(before, after), resemblance });
  }
  for (const before of removed.values()) changes.push({ change: 'removed', before: stateOf(before) });
  for (const after of added.values()) changes.push({ change: 'added', after: stateOf(after) });
  const paths = new Map(matched.unchanged.map(({ path }) => [path, path]));
  for (const { before, after } of pairs) paths.set(before.path, after.path);
  return {
    changes: changes.sort(inPathOrder),
    pathAfter: (path) => paths.get(path),
    edited: pairs.filter(({ before, after }) => isEdited(before, after)),
    unknown: new Set(
      pairs.filter(({ before, after }) => effectOf(before, after) === 'unknown').map(({ after }) => after.path),
    ),
    removed: [...removed.values()],
    added: [...added.values()],
  };
}

function isEdited({ facts: old }: FileEntry, { facts: now }: FileEntry): boolean {
  return old !== undefined && now !== undefined && old.tree_hash !== now.tree_hash;
}

function inPathOrder(a: FileChange, b: FileChange): number {
  const path = ({ before, after }: FileChange) => after?.path ?? before?.path ?? '';
  return compareBytes(path(a), path(b)) || Number(a.after !== undefined) - Number(b.after !== undefined);
}
