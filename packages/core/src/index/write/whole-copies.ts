import { compareBytes } from '@analyzer/contracts/order';
import { setsAroundAll } from '#relate/groups/containment.ts';
import type { GroupHead } from '#relate/groups/link-groups.ts';
import type { Copies } from '#relate/groups/occurrences.ts';
import type { Statements } from '../sqlite/statements.ts';

/** A file or class of which there are several with the same syntax, and what is grouped in it. */
export interface WholeCopy {
  /** Node ids, in order. */
  nodes: number[];
  /** Positions of the groups all of whose occurrences lie in one of `nodes`. */
  groups: number[];
}

const TREES = `
  SELECT node_id, dense_rank() OVER (ORDER BY tree_hash) AS tree FROM temp.tree
  WHERE tree_hash IN (SELECT tree_hash FROM temp.tree GROUP BY tree_hash HAVING count(*) > 1)
  ORDER BY node_id`;

/**
 * Which groups are there because a whole file or class was copied: all their functions lie in files, or in classes,
 * of the same syntax. Where several hold them, the outermost counts, which is the file.
 *
 * @param copies the groups
 * @param parents by node, the one around it; -1 for none
 * @returns only those with a group, in the order of their first node
 */
export function findWholeCopies(
  statements: Statements,
  copies: readonly Copies[],
  parents: ArrayLike<number>,
): WholeCopy[] {
  const treeOf = new Map(statements.all(TREES, [], (row) => [row.integer('node_id'), [row.integer('tree')]]));
  const groupsOf = new Map<number, number[]>();
  for (const [group, { occurrences }] of copies.entries()) {
    const declarations = occurrences.map(({ declaration }) => declaration);
    const tree = setsAroundAll(declarations, parents, (node) => treeOf.get(node)).at(-1);
    if (tree === undefined) continue;
    const groups = groupsOf.get(tree);
    if (groups === undefined) groupsOf.set(tree, [group]);
    else groups.push(group);
  }
  const found = new Map<number, WholeCopy>();
  for (const [node, [tree = 0]] of treeOf) {
    const copy = found.get(tree);
    const groups = groupsOf.get(tree);
    if (copy !== undefined) copy.nodes.push(node);
    else if (groups !== undefined) found.set(tree, { nodes: [node], groups });
  }
  return [...found.values()];
}

/**
 * Lets one group stand for all that are there because the same file or class was copied: the largest one that nothing
 * else stands for already. Of two kinds it is the closer one, of equal ones that with the least id.
 *
 * @param heads of the groups; those that another one stands for are given its id
 */
export function linkWholeCopies(wholeCopies: readonly WholeCopy[], heads: GroupHead[]): void {
  for (const { groups } of wholeCopies) {
    const open = groups.flatMap((group) => heads[group] ?? []).filter(({ contained_in }) => contained_in === undefined);
    const [first] = open.filter(({ same_as }) => same_as === undefined).sort(foremost);
    if (first === undefined) continue;
    for (const head of open) {
      if (head !== first && head.same_as !== first.id) head.contained_in = first.id;
    }
  }
}

function foremost(a: GroupHead, b: GroupHead): number {
  return compareBytes(a.kind, b.kind) || b.nodes - a.nodes || compareBytes(a.id, b.id);
}
