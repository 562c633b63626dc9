import { RELATION_RULES } from '#languages/relation-rules.ts';
import type { ComparedFiles } from './compared-files.ts';
import type { FilePair } from './folder-pairs.ts';
import type { ProductFile } from './relation-input.ts';
import type { SharedLines } from './shared-lines.ts';

/** Files of which most is equal, and files of one folder of which half is; pairs with the most equal lines first. */
export interface SimilarFiles {
  forks: FilePair[];
  siblings: FilePair[];
}

/** @param isKnown whether a pair of files is a part of a mirror */
export async function findSimilarFiles(
  files: readonly ProductFile[],
  shared: readonly SharedLines[],
  isKnown: (left: number, right: number) => boolean,
  compared: ComparedFiles,
): Promise<SimilarFiles> {
  const { least_lines, least_code_lines, shared_percent, larger_percent } = RELATION_RULES.fork;
  const { both_percent } = RELATION_RULES.family;
  const similar: SimilarFiles = { forks: [], siblings: [] };
  for (const { left, right, lines } of shared) {
    const [one, other] = [files[left], files[right]];
    if (one === undefined || other === undefined || isKnown(left, right)) continue;
    const smaller = Math.min(one.lines, other.lines);
    if (smaller < least_lines || lines * 100 < smaller * shared_percent) continue;
    if (!compared.compares(left, right)) continue;
    // Most pairs have too little equal code: all their lines are not compared.
    const code = await compared.equalCode(left, right);
    const areForks = code.equal * 100 >= code.larger * larger_percent;
    const areHalfEqual = code.equal * 200 >= (code.larger + code.smaller) * both_percent;
    const areSiblings = areHalfEqual && folderOf(one.path) === folderOf(other.path);
    if (code.equal < least_code_lines || !(areForks || areSiblings)) continue;
    const pair: FilePair = { left, right, lines: await compared.equalLines(left, right) };
    if (areForks) similar.forks.push(pair);
    if (areSiblings) similar.siblings.push(pair);
  }
  const mostLines = (a: FilePair, b: FilePair) => b.lines - a.lines || a.left - b.left || a.right - b.right;
  similar.forks.sort(mostLines);
  similar.siblings.sort(mostLines);
  return similar;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
