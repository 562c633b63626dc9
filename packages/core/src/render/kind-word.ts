import type { GroupMembers } from '#lists/group-members.ts';
import type { Group, GroupKind } from '#scan/model.ts';

/**
 * The kind of a group in lists for people.
 *
 * @param similarity of the occurrences of a near group, in thousandths
 */
export function kindWord(kind: GroupKind, similarity: readonly number[] = []): string {
  switch (kind) {
    case 'function-body':
      return 'identical';
    case 'function-shape':
      return 'renamed';
    case 'near':
      return nearWord(similarity.reduce((a, b) => Math.min(a, b), 1000));
    case 'block':
      return 'block';
    case 'block-shape':
      return 'renamed block';
  }
}

/** Declarations whose parts are all equal may differ in names of variables and types, or in the order of statements. */
function nearWord(least: number): string {
  return least < 1000 ? `edited ${percent(least)}` : 'equal parts';
}

/** The same of a group of a scan: declarations of a near group may be identical. */
export function groupWord({ kind, similarity, occurrences }: Group, members: GroupMembers): string {
  const word = kindWord(kind, similarity);
  if (kind !== 'near' || similarity?.some((its) => its < 1000)) return word;
  const [first, ...others] = occurrences.map((id) => {
    const { function_body, tree_hash } = members.of(id).declaration;
    return function_body ?? tree_hash;
  });
  return first !== undefined && others.every((its) => its === first) ? 'identical' : word;
}

/** @param similarity in thousandths */
export function percent(similarity: number): string {
  return `${Math.floor(similarity / 10)} %`;
}
