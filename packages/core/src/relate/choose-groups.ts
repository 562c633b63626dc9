import { compareBytes } from '@analyzer/contracts/order';
import type { Group, GroupKind } from './model.ts';
import { type DeclaringFile, withFolding } from './with-folding.ts';

/** Groups of the chosen kinds, highest score first, then by id. Links to groups of other kinds are removed. */
export function chosenGroups(groups: readonly Group[], kinds: readonly GroupKind[]): Group[] {
  const chosen = groups.filter(({ kind }) => kinds.includes(kind));
  const known = new Set(chosen.map(({ id }) => id));
  const linked = chosen.map(({ same_as, contained_in, ...group }) => ({
    ...group,
    ...(same_as !== undefined && known.has(same_as) ? { same_as } : {}),
    ...(contained_in !== undefined && known.has(contained_in) ? { contained_in } : {}),
  }));
  return linked.sort((a, b) => b.score - a.score || compareBytes(a.id, b.id));
}

/**
 * The groups that a project has with fewer kinds: no kind changes the groups of another one, but which of them is folded into which.
 *
 * @param groups of more kinds
 * @param files all that have declarations
 */
export function groupsOfKinds(
  groups: readonly Group[],
  kinds: readonly GroupKind[],
  files: readonly DeclaringFile[],
): Group[] {
  const unfolded = groups.map(({ folded_into: _, ...group }) => group);
  return withFolding(chosenGroups(unfolded, kinds), files);
}
