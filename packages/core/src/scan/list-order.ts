import { LIST_RULES } from '#languages/policy.ts';
import type { Group } from './model.ts';

type Ordered = Pick<Group, 'nodes' | 'occurrences' | 'blocks' | 'similarity'>;

/**
 * Groups in the order of lists for people (`languages/lists.json`): what an occurrence has in common with the others, less
 * a call that replaces it, counts more than the number of occurrences.
 *
 * @returns groups of equal weight in the given order
 */
export function inListOrder<Listed extends Ordered>(groups: readonly Listed[]): Listed[] {
  const weighed = groups.map((group) => ({ group, weight: weightOf(group) }));
  return weighed.sort((a, b) => b.weight - a.weight).map(({ group }) => group);
}

/** In floating point, as the native engine: `call_nodes` and similarity leave integers below 2^26, so squares are exact. */
function weightOf(group: Ordered): number {
  const common = Math.max(0, commonNodes(group) - LIST_RULES.order.call_nodes);
  return common * common * (group.occurrences.length + (group.blocks?.length ?? 0) - 1);
}

/** An estimate of the nodes that an occurrence shares with the first one: the least similarity is one of 5-grams. */
export function commonNodes(group: Pick<Group, 'nodes' | 'similarity'>): number {
  return Math.floor((group.nodes * leastSimilarity(group)) / 1000);
}

/** In thousandths. */
export function leastSimilarity({ similarity = [] }: Pick<Group, 'similarity'>): number {
  return similarity.reduce((a, b) => Math.min(a, b), 1000);
}
