import { LIST_RULES } from '#languages/policy.ts';
import type { Group } from '#scan/model.ts';

/** Nodes of a call that replaces a copy. */
export const CALL_NODES = LIST_RULES.order.call_nodes;

type Ordered = Pick<Group, 'nodes' | 'occurrences' | 'blocks' | 'similarity'>;

/**
 * Groups in the order of lists for people (`languages/lists.json`).
 *
 * @returns groups of equal weight in the given order
 */
export function inListOrder<Listed extends Ordered>(groups: readonly Listed[]): Listed[] {
  const weighed = groups.map((group) => ({ group, weight: listWeight(group, occurrencesOf(group)) }));
  return weighed.sort((a, b) => b.weight - a.weight).map(({ group }) => group);
}

/** Declarations and ranges of blocks. */
export function occurrencesOf({ occurrences, blocks = [] }: Pick<Group, 'occurrences' | 'blocks'>): number {
  return occurrences.length + blocks.length;
}

/**
 * What an occurrence has in common with the others, less a call that replaces it, counts more than the number of
 * occurrences. In floating point, as the native engine: nodes leave integers below 2^26, so squares are exact.
 *
 * @param occurrences of the group, at least 1
 */
export function listWeight(group: Pick<Group, 'nodes' | 'similarity'>, occurrences: number): number {
  const common = Math.max(0, commonNodes(group) - CALL_NODES);
  return common * common * (occurrences - 1);
}

/** An estimate of the nodes that an occurrence shares with the first one: the least similarity is one of 5-grams. */
function commonNodes(group: Pick<Group, 'nodes' | 'similarity'>): number {
  return Math.floor((group.nodes * leastSimilarity(group)) / 1000);
}

/** In thousandths. */
export function leastSimilarity({ similarity = [] }: Pick<Group, 'similarity'>): number {
  return similarity.reduce((a, b) => Math.min(a, b), 1000);
}
