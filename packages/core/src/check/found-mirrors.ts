import type { IntendedMirror } from '#lists/intended-mirror.ts';
import type { CopyRelation } from '#relations/model.ts';

/** The mirrors and families of folders that a scan found, without those with two sides of an intended mirror. */
export function foundMirrors(
  relations: readonly CopyRelation[],
  intended: readonly IntendedMirror[],
): IntendedMirror[] {
  const known = intended.map(({ between }) => new Set(between.map((side) => side.replace(/^\.\/|\/$/g, ''))));
  return relations.flatMap(({ kind, sides }) => {
    const isOfFolders = kind === 'mirror' || kind === 'folder-family';
    const isKnown = known.some((its) => sides.filter((side) => its.has(side)).length > 1);
    return isOfFolders && !isKnown ? [{ between: sides, reason: 'found by the scan' }] : [];
  });
}
