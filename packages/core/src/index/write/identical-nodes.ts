import { compareBytes } from '@analyzer/contracts/order';
import { setsAroundAll } from '#relate/groups/containment.ts';
import type { GroupSummary } from '#relate/groups/link-groups.ts';
import type { Copies } from '#relate/groups/occurrences.ts';
import type { Statements } from '../sqlite/statements.ts';

/** Identical files or classes, and the groups in them. */
export interface IdenticalNodes {
  /** Node ids, ordered. */
  nodes: number[];
  /** Indices of the groups whose occurrences are all in one of `nodes`. */
  groups: number[];
}

const TREES = `
  SELECT node_id, dense_rank() OVER (ORDER BY tree_hash) AS tree FROM temp.tree
  WHERE tree_hash IN (SELECT tree_hash FROM temp.tree GROUP BY tree_hash HAVING count(*) > 1)
  ORDER BY node_id`;

/**
 * Finds the groups that exist because a complete file or class was copied: all their functions are in files, or in
 * classes, of identical syntax. If several contain them, the outermost counts, which is the file.
 *
 * @param copies the groups
 * @param parents enclosing node of each node; -1 for none
 * @returns only copies with a group, ordered by first node
 */
export function findIdenticalNodes(
  statements: Statements,
  copies: readonly Copies[],
  parents: ArrayLike<number>,
): IdenticalNodes[] {
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
  const found = new Map<number, IdenticalNodes>();
  for (const [node, [tree = 0]] of treeOf) {
    const copy = found.get(tree);
    const groups = groupsOf.get(tree);
    if (copy !== undefined) copy.nodes.push(node);
    else if (groups !== undefined) found.set(tree, { nodes: [node], groups });
  }
  return [...found.values()];
}

/**
 * Selects the group that represents all groups of the same identical file or class: the first one that no other group
 * represents yet, `function-body` before `function-shape`, then the largest, then the least id.
 *
 * @param heads of the groups; represented groups get the id of their representative
 */
export function linkIdenticalNodes(identicalNodes: readonly IdenticalNodes[], summaries: GroupSummary[]): void {
  for (const { groups } of identicalNodes) {
    const open = groups
      .flatMap((group) => summaries[group] ?? [])
      .filter(({ contained_in }) => contained_in === undefined);
    const [first] = open.filter(({ same_as }) => same_as === undefined).sort(byPrecedence);
    if (first === undefined) continue;
    for (const summary of open) {
      if (summary !== first && summary.same_as !== first.id) summary.contained_in = first.id;
    }
  }
}

function byPrecedence(a: GroupSummary, b: GroupSummary): number {
  return compareBytes(a.kind, b.kind) || b.nodes - a.nodes || compareBytes(a.id, b.id);
}
