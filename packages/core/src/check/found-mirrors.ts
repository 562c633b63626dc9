import type { IntendedMirror } from '#lists/intended-mirror.ts';

/** A relation of folders or files that a scan found. */
interface FoundRelation {
  kind: string;
  sides: string[];
}

/** The mirrors and families of folders that a scan found, without those with two sides of an intended mirror. */
export function foundMirrors(
  relations: readonly FoundRelation[],
  intended: readonly IntendedMirror[],
): IntendedMirror[] {
  const known = intended.map(({ between }) => new Set(between.map((side) => side.replace(/^\.\/|\/$/g, ''))));
  return relations.flatMap(({ kind, sides }) => {
    const isOfFolders = kind === 'mirror' || kind === 'folder-family';
    const isKnown = known.some((its) => sides.filter((side) => its.has(side)).length > 1);
    return isOfFolders && !isKnown ? [{ between: sides, reason: 'found by the scan' }] : [];
  });
}
