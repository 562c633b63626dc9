import { LIST_RULES } from '#languages/policy.ts';
import type { DeclarationFacts } from '#parse/facts.ts';
import { FILE_CLASSES } from './file-classes.ts';
import { GROUP_KINDS, type Group, type GroupKind } from './model.ts';

/** What lists for people put apart: copies in classes of files, and two classes of groups (`languages/lists.json`). */
export const LIST_CLASSES = [...FILE_CLASSES, 'small', 'fields'] as const;

export type ListClass = (typeof LIST_CLASSES)[number];

/** The rule for types without functions. */
export const FIELDS_RULE: { kinds: GroupKind[]; below_similarity: number } = {
  kinds: GROUP_KINDS.filter((kind) => LIST_RULES.fields.kinds.includes(kind)),
  below_similarity: LIST_RULES.fields.below_similarity,
};

/** Functions of few nodes. */
export function isSmall({ kind, nodes }: Pick<Group, 'kind' | 'nodes'>): boolean {
  const { kinds, below_nodes } = LIST_RULES.small;
  return kinds.includes(kind) && nodes < below_nodes;
}

/** Whether a group is of declarations that are similar but not identical. */
export function mayBeFields({ kind, similarity = [] }: Pick<Group, 'kind' | 'similarity'>): boolean {
  const { kinds, below_similarity } = FIELDS_RULE;
  return kinds.includes(kind) && similarity.some((its) => its < below_similarity);
}

/** By declaration of a file: whether there is no function in it, nor is it one itself. */
export function withoutFunctions(declarations: readonly DeclarationFacts[]): boolean[] {
  const without = declarations.map(() => true);
  for (const [index, { kind }] of declarations.entries()) {
    if (kind !== 'function' && kind !== 'method') continue;
    for (let at = index; at >= 0 && without[at]; at = declarations[at]?.within ?? -1) without[at] = false;
  }
  return without;
}
