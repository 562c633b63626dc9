import { compareBytes } from '@analyzer/contracts/order';
import { RELATION_RULES } from '#languages/relation-rules.ts';
import type { ComparedFiles } from './compared-files.ts';
import { areRelated, type FilePair, type FolderPair, folderPairs, linesOf, matchOneToOne } from './folder-pairs.ts';
import { FolderLines, isIn, relativeTo, stemOf } from './folders.ts';
import type { ProductFile } from './relation-input.ts';
import type { SharedLines } from './shared-lines.ts';

/** Folders that are copies of each other as a whole, with their files matched one to one. */
export async function findMirrors(
  files: readonly ProductFile[],
  shared: readonly SharedLines[],
  compared: ComparedFiles,
): Promise<{ mirrors: FolderPair[]; leftOut: number }> {
  const { pairs, leftOut } = folderPairs(files, shared);
  const sizes = new FolderLines(files);
  const paths = new Map(files.map(({ path }, index) => [path, index]));
  const byFolders = new Map(pairs.map((pair) => [keyOf(pair), pair]));
  const mirrorOf = async (pair: FolderPair): Promise<FolderPair | undefined> => {
    const aligned = await alignFiles(pair, files, paths, compared);
    const matched = matchOneToOne({ ...pair, files: aligned }, files);
    const one = sizes.without(pair.left, pair.right);
    const other = sizes.without(pair.right, pair.left);
    return isMirror(matched, files, [one, other]) ? { ...pair, files: matched } : undefined;
  };
  const mirrors: FolderPair[] = [];
  for (const pair of pairs) {
    if (mirrors.some((it) => areRelated(it, pair))) continue;
    let widest: FolderPair | undefined;
    // Of folders with the same path in two mirrored folders only these are named.
    for (let next: FolderPair | undefined = pair; next !== undefined; ) {
      const mirror = await mirrorOf(next);
      widest = mirror ?? widest;
      next = mirror && byFolders.get(keyOf(around(next)));
    }
    if (widest !== undefined) mirrors.push(widest);
  }
  return { mirrors, leftOut };
}

type Folders = Pick<FolderPair, 'left' | 'right'>;

/** The folders around two folders of the same name; empty if there are none. */
function around({ left, right }: Folders): Folders {
  const [one, other] = [left.lastIndexOf('/'), right.lastIndexOf('/')];
  const isSame = one >= 0 && other >= 0 && left.slice(one) === right.slice(other);
  return isSame ? { left: left.slice(0, one), right: right.slice(0, other) } : { left: '', right: '' };
}

/** In either order. */
function keyOf({ left, right }: Folders): string {
  return [left, right].sort(compareBytes).join('\n');
}

/** The equal lines of the pairs, and of other files with the same path from both folders of which at least half is equal. */
async function alignFiles(
  { left, right, files: pairs }: FolderPair,
  files: readonly ProductFile[],
  paths: ReadonlyMap<string, number>,
  compared: ComparedFiles,
): Promise<FilePair[]> {
  const aligned: FilePair[] = [];
  const known = new Set<number>();
  for (const pair of pairs) {
    known.add(pair.left * files.length + pair.right);
    aligned.push({ ...pair, lines: await compared.equalLines(pair.left, pair.right) });
  }
  for (const [index, { path, lines }] of files.entries()) {
    if (!isIn(path, left) || (isIn(right, left) && isIn(path, right))) continue;
    const twin = right === '' ? relativeTo(path, left) : `${right}/${relativeTo(path, left)}`;
    const other = paths.get(twin);
    if (other === undefined || known.has(index * files.length + other)) continue;
    if (isIn(left, right) && isIn(twin, left)) continue;
    const equal = await compared.equalLines(index, other);
    if (equal * 2 >= Math.max(lines, files[other]?.lines ?? 0))
      aligned.push({ left: index, right: other, lines: equal });
  }
  return aligned;
}

function isMirror(matched: readonly FilePair[], files: readonly ProductFile[], sizes: readonly number[]): boolean {
  const { least_pairs, least_lines, smaller_percent, larger_percent, same_name_percent } = RELATION_RULES.mirror;
  const lines = linesOf(matched);
  const sameName = matched.filter(({ left, right }) => {
    return stemOf(files[left]?.path ?? '') === stemOf(files[right]?.path ?? '');
  });
  return (
    matched.length >= least_pairs &&
    lines >= least_lines &&
    lines * 100 >= Math.min(...sizes) * smaller_percent &&
    lines * 100 >= Math.max(...sizes) * larger_percent &&
    linesOf(sameName) * 100 >= lines * same_name_percent
  );
}
