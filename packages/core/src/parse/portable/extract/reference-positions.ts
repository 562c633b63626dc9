import type { Nodes } from './nodes.ts';
import type { ReferenceRules } from './reference-rules.ts';
import { slot } from './stream-rules.ts';

/** Where a name is. */
export interface ReferencePosition {
  /** The node around it that is not a list. */
  node: number;
  /** The slot of that node and its field. */
  here: number;
  /** The slot of that node. */
  any: number;
}

export function positionOf({ tree }: Nodes, { lists }: ReferenceRules, child: number): ReferencePosition {
  const { parent, kind, field } = tree;
  let at = child;
  let node = parent[at] ?? -1;
  while (node >= 0 && lists.has(kind[node] ?? 0)) {
    at = node;
    node = parent[at] ?? -1;
  }
  const around = node < 0 ? 0 : (kind[node] ?? 0);
  return { node, here: slot(around, field[at] ?? 0), any: slot(around, 0) };
}
