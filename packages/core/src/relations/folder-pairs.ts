import { compareBytes } from '@analyzer/contracts/order';
import { RELATION_RULES } from '#languages/relation-rules.ts';
import { depthOf, FolderLines, foldersOf, isIn, isInOrSame, relativeTo } from './folders.ts';
import type { ProductFile } from './relation-input.ts';
import type { SharedLines } from './shared-lines.ts';

/** Two files, one of each of two folders. */
export interface FilePair {
  left: number;
  right: number;
  lines: number;
}

/** Two folders, of which neither has the files of the other one. */
export interface FolderPair {
  left: string;
  right: string;
  files: FilePair[];
}

/** Pairs of folders that may be mirrors, the best first, and the number of those left out. */
export function folderPairs(
  files: readonly ProductFile[],
  shared: readonly SharedLines[],
): { pairs: FolderPair[]; leftOut: number } {
  const { most_folder_pairs } = RELATION_RULES.candidates;
  const { least_pairs, least_shared_lines, shared_percent } = RELATION_RULES.mirror;
  const sizes = new FolderLines(files);
  const ranked = connectedFolders(files, shared).flatMap((pair) => {
    const matched = matchOneToOne(pair, files);
    const lines = linesOf(matched);
    const [one, other] = [sizes.without(pair.left, pair.right), sizes.without(pair.right, pair.left)];
    const isPossible = matched.length >= least_pairs && lines >= least_shared_lines;
    if (!isPossible || lines * 100 < Math.min(one, other) * shared_percent) return [];
    return [{ pair, rank: Math.floor((lines * lines) / (one + other)) }];
  });
  // Of folders with the same files the innermost one is named.
  const depth = ({ left, right }: FolderPair) => depthOf(left) + depthOf(right);
  ranked.sort(
    (a, b) =>
      b.rank - a.rank ||
      depth(b.pair) - depth(a.pair) ||
      compareBytes(a.pair.left, b.pair.left) ||
      compareBytes(a.pair.right, b.pair.right),
  );
  return {
    pairs: ranked.slice(0, most_folder_pairs).map(({ pair }) => pair),
    leftOut: Math.max(0, ranked.length - most_folder_pairs),
  };
}

/** All pairs of disjoint folders around pairs of files, of the innermost ones. */
function connectedFolders(files: readonly ProductFile[], shared: readonly SharedLines[]): FolderPair[] {
  const { most_folders } = RELATION_RULES.candidates;
  const pairs = new Map<string, FolderPair>();
  for (const { left: one, right: other, lines } of shared) {
    const [path, otherPath] = [files[one]?.path ?? '', files[other]?.path ?? ''];
    for (const folder of foldersOf(path).slice(0, most_folders)) {
      for (const otherFolder of foldersOf(otherPath).slice(0, most_folders)) {
        if (folder === otherFolder) continue;
        if (isIn(otherFolder, folder) && isIn(path, otherFolder)) continue;
        if (isIn(folder, otherFolder) && isIn(otherPath, folder)) continue;
        const isSwapped = compareBytes(folder, otherFolder) > 0;
        const [left, right] = isSwapped ? [otherFolder, folder] : [folder, otherFolder];
        const key = `${left}\n${right}`;
        const its = pairs.get(key) ?? { left, right, files: [] };
        pairs.set(key, its);
        its.files.push(isSwapped ? { left: other, right: one, lines } : { left: one, right: other, lines });
      }
    }
  }
  return [...pairs.values()];
}

/** Pairs files one to one: those with the most lines first, then those with the same path from their folders. */
export function matchOneToOne({ left, right, files: pairs }: FolderPair, files: readonly ProductFile[]): FilePair[] {
  const isSame = (pair: FilePair) => {
    return relativeTo(files[pair.left]?.path ?? '', left) === relativeTo(files[pair.right]?.path ?? '', right);
  };
  const ordered = pairs.map((pair) => ({ pair, isSame: isSame(pair) ? 1 : 0 }));
  ordered.sort(
    (a, b) =>
      b.pair.lines - a.pair.lines || b.isSame - a.isSame || a.pair.left - b.pair.left || a.pair.right - b.pair.right,
  );
  const [lefts, rights] = [new Set<number>(), new Set<number>()];
  return ordered.flatMap(({ pair }) => {
    if (pair.lines === 0 || lefts.has(pair.left) || rights.has(pair.right)) return [];
    lefts.add(pair.left);
    rights.add(pair.right);
    return [pair];
  });
}

export function linesOf(pairs: readonly FilePair[]): number {
  return pairs.reduce((sum, { lines }) => sum + lines, 0);
}

/** Whether two pairs of folders are about the same code: one has the folders of the other one, or they are in it. */
export function areRelated(one: FolderPair, other: FolderPair): boolean {
  const touch = (a: string, b: string) => isInOrSame(a, b) || isInOrSame(b, a);
  return (
    (touch(one.left, other.left) && touch(one.right, other.right)) ||
    (touch(one.left, other.right) && touch(one.right, other.left))
  );
}
