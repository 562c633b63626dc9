import { LIST_RULES } from '#languages/policy.ts';
import { FILE_CLASSES } from '#scan/file-classes.ts';
import { GROUP_KINDS, type Group, type GroupKind } from '#scan/model.ts';
import { leastSimilarity, listWeight } from './list-order.ts';

/** Classes of groups by their size and code, wherever their files are (`languages/lists.json`). */
export const CODE_CLASSES = ['small', 'data'] as const;

export type CodeClass = (typeof CODE_CLASSES)[number];

/** What lists for people put apart: copies in classes of files, and classes of groups. */
export const LIST_CLASSES = [...FILE_CLASSES, ...CODE_CLASSES] as const;

export type ListClass = (typeof LIST_CLASSES)[number];

/** The rule for similar types without functions. */
export const TYPES_RULE: { kinds: GroupKind[]; below_similarity: number } = {
  kinds: GROUP_KINDS.filter((kind) => LIST_RULES.types.kinds.includes(kind)),
  below_similarity: LIST_RULES.types.below_similarity,
};

/** The rule for groups of which most is in groups listed before. */
export const INSIDE_RULE = LIST_RULES.inside;

/** The least weight of listed groups, except of identical functions. */
export const MIN_WEIGHT = LIST_RULES.little_saved.below_weight;

/** What the occurrences of a group have in them. */
export type GroupCode =
  /** Types without functions. `areIdentical`: as far as a group inside them is. `isAlias`: the first occurrence is one. */
  | { isOfTypes: true; areIdentical: boolean; isAlias: boolean }
  /** Of the first occurrence. `hasControl`: a control structure besides `return`, or a declaration in a function. */
  | { isOfTypes: false; hasControl: boolean; hasCalls: boolean; method: string | undefined };

/** What the classes of a group depend on, besides its code. */
export type Measured = Pick<Group, 'kind' | 'nodes' | 'similarity'>;

/**
 * The classes of a group, in the order in which they put it apart: the second one if a list includes the first one.
 *
 * @param occurrences number of them, at least 1
 * @param codeOf undefined for a group without code
 */
export function* codeClasses(
  group: Measured,
  occurrences: number,
  codeOf: () => GroupCode | undefined,
): Generator<CodeClass> {
  if (isMinor(group, occurrences)) yield 'small';
  const code = codeOf();
  if (code === undefined) return;
  if (code.isOfTypes) {
    const isMinorAlias = code.isAlias && listWeight(group, occurrences) < LIST_RULES.types.aliases_below_weight;
    if (isMinorAlias || (areSimilarTypes(group) && !code.areIdentical)) yield 'data';
  } else if (isProtocolMethod(group, code.method)) yield 'small';
  else if (code.hasControl) return;
  else if (isData(group, code.hasCalls)) yield 'data';
  else if (isMinorStraightLine(group, occurrences, code.method !== undefined)) yield 'small';
}

/** Whether a protocol of the language calls the methods of a group, which are small. */
export function isProtocolMethod({ kind, nodes }: Pick<Group, 'kind' | 'nodes'>, name: string | undefined): boolean {
  const { kinds, prefix, suffix, names, except, below_nodes } = LIST_RULES.protocol_methods;
  if (name === undefined || !kinds.includes(kind) || nodes >= below_nodes || except.includes(name)) return false;
  return names.includes(name) || (name.startsWith(prefix) && name.endsWith(suffix));
}

/** Functions of few nodes. */
export function isSmall({ kind, nodes }: Pick<Group, 'kind' | 'nodes'>): boolean {
  const { kinds, below_nodes } = LIST_RULES.small;
  return kinds.includes(kind) && nodes < below_nodes;
}

/** Functions of few nodes, and groups that save little. */
function isMinor(group: Measured, occurrences: number): boolean {
  const { little_saved, frames } = LIST_RULES;
  const weight = listWeight(group, occurrences);
  if (isSmall(group)) return true;
  if (little_saved.kinds.includes(group.kind) && weight < little_saved.below_weight) return true;
  const isFrame = frames.kinds.includes(group.kind) && leastSimilarity(group) < frames.below_similarity;
  return isFrame && weight < frames.below_weight;
}

/** Whether a group of code without control structures saves too little. */
function isMinorStraightLine(group: Measured, occurrences: number, isMethod: boolean): boolean {
  const { below_weight, identical_below_weight, methods_below_weight } = LIST_RULES.straight_line;
  const limit = group.kind === 'function-body' ? identical_below_weight : below_weight;
  return listWeight(group, occurrences) < (isMethod ? methods_below_weight : limit);
}

/** Whether a group of code without control structures only has data, or sets up something. */
export function isData({ kind }: Pick<Group, 'kind'>, hasCalls: boolean): boolean {
  const { kinds, kinds_with_calls } = LIST_RULES.data;
  return (hasCalls ? kinds_with_calls : kinds).includes(kind);
}

/** Whether a group is of a kind of the rule for types, and its declarations are not identical. */
function areSimilarTypes({ kind, similarity }: Pick<Group, 'kind' | 'similarity'>): boolean {
  const { kinds, below_similarity } = TYPES_RULE;
  return kinds.includes(kind) && (similarity?.some((its) => its < below_similarity) ?? true);
}

/** Ids of groups that contain a group of identical types, although more around them is renamed, such as their names. */
export function withIdenticalParts(groups: Iterable<Group>): Set<string> {
  const ids = new Set<string>();
  for (const { kind, similarity, folded_into } of groups) {
    if (kind !== 'near' || folded_into === undefined) continue;
    if (similarity?.every((its) => its >= TYPES_RULE.below_similarity)) ids.add(folded_into);
  }
  return ids;
}
