import { LIST_RULES } from '#languages/policy.ts';
import type { DeclarationFacts } from '#parse/facts.ts';
import { FILE_CLASSES } from './file-classes.ts';
import { commonNodes, leastSimilarity } from './list-order.ts';
import { GROUP_KINDS, type Group, type GroupKind } from './model.ts';

/** What lists for people put apart: copies in classes of files, and two classes of groups (`languages/lists.json`). */
export const LIST_CLASSES = [...FILE_CLASSES, 'small', 'fields'] as const;

export type ListClass = (typeof LIST_CLASSES)[number];

/** The rule for types without functions. */
export const FIELDS_RULE: { kinds: GroupKind[]; below_similarity: number } = {
  kinds: GROUP_KINDS.filter((kind) => LIST_RULES.fields.kinds.includes(kind)),
  below_similarity: LIST_RULES.fields.below_similarity,
};

/** The rule for groups of which most is in groups listed before. */
export const INSIDE_RULE = LIST_RULES.inside;

/** Functions of few nodes. */
export function isSmall({ kind, nodes }: Pick<Group, 'kind' | 'nodes'>): boolean {
  const { kinds, below_nodes } = LIST_RULES.small;
  return kinds.includes(kind) && nodes < below_nodes;
}

/** Functions of few nodes, or declarations that share few: the class `small`. */
export function isMinor(group: Pick<Group, 'kind' | 'nodes' | 'similarity'>): boolean {
  const { kinds, below_similarity, below_common_nodes } = LIST_RULES.little_similar;
  if (isSmall(group)) return true;
  return (
    kinds.includes(group.kind) && leastSimilarity(group) < below_similarity && commonNodes(group) < below_common_nodes
  );
}

/** Whether a group is of a kind of the rule, and its declarations are not identical. */
export function mayBeFields({ kind, similarity }: Pick<Group, 'kind' | 'similarity'>): boolean {
  const { kinds, below_similarity } = FIELDS_RULE;
  return kinds.includes(kind) && (similarity?.some((its) => its < below_similarity) ?? true);
}

/** Ids of groups that contain a group of identical types, although more around them is renamed, such as their names. */
export function withIdenticalParts(groups: Iterable<Group>): Set<string> {
  const ids = new Set<string>();
  for (const { kind, similarity, folded_into } of groups) {
    if (kind !== 'near' || folded_into === undefined) continue;
    if (similarity?.every((its) => its >= FIELDS_RULE.below_similarity)) ids.add(folded_into);
  }
  return ids;
}

/**
 * Whether types, but no functions, are in or around a range of a file.
 *
 * @param declarations of the file, by position
 * @param around the innermost declaration around the range, -1 for none; -1 also for the range of a declaration
 */
export function hasOnlyTypes(
  declarations: readonly DeclarationFacts[],
  { start_byte, end_byte }: Pick<DeclarationFacts, 'start_byte' | 'end_byte'>,
  around: number,
): boolean {
  let types = 0;
  for (let at = around; at >= 0; at = declarations[at]?.within ?? -1) {
    if (isFunction(declarations[at])) return false;
    types++;
  }
  let [from, to] = [0, declarations.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((declarations[middle]?.start_byte ?? 0) < start_byte) from = middle + 1;
    else to = middle;
  }
  for (let at = from; (declarations[at]?.start_byte ?? end_byte) < end_byte; at++) {
    if (isFunction(declarations[at])) return false;
    types++;
  }
  return types > 0;
}

function isFunction(it: DeclarationFacts | undefined): boolean {
  return it?.kind === 'function' || it?.kind === 'method';
}
