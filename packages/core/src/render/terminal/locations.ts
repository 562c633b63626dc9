import type { BlockNames } from '#lists/block-names.ts';
import type { GroupMembers } from '#lists/group-members.ts';
import type { Group } from '#scan/model.ts';
import { percent } from '../kind-word.ts';

/**
 * Files with lines and the name of the declaration, if the occurrence is one, and in a near group with the similarity to the
 * first one.
 */
export function locationsOf(
  { occurrences, similarity, blocks }: Group,
  names: BlockNames,
  members: GroupMembers,
): string[] {
  const places =
    blocks?.map((block) => placeText(block.path, block, names.of(block))) ??
    occurrences.map((id) => {
      const { path, declaration } = members.of(id);
      return placeText(path, declaration, declaration.qualified_name);
    });
  return places.map((place, index) => {
    const its = index === 0 ? undefined : similarity?.[index];
    return its === undefined ? place : `${place} (${percent(its)})`;
  });
}

/** As terminals and editors open it. */
function placeText(
  path: string,
  { start_line, end_line }: { start_line: number; end_line: number },
  name: string | undefined,
): string {
  const lines = start_line === end_line ? `${start_line}` : `${start_line}-${end_line}`;
  return `${path}:${lines}${name === undefined ? '' : ` ${name}`}`;
}
