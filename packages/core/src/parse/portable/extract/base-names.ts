import type { BaseFacts } from '../../facts.ts';
import { ELSE, type NameReader } from './names.ts';
import type { Nodes } from './nodes.ts';
import type { BasesRule } from './rules.ts';

/** Maximum number of bases of one declaration. */
const MAX_BASES = 64;

/** Reads what a declaration inherits from, in the order in which members are searched. */
export function baseNames(nodes: Nodes, names: NameReader, node: number, rules: readonly BasesRule[]): BaseFacts[] {
  const found: BaseFacts[] = [];
  for (const rule of rules) {
    for (const base of selected(nodes, node, rule)) {
      if (found.length === MAX_BASES) return [...found.slice(0, -1), { name: ELSE, kind: rule.kind }];
      const generic = rule.generic.get(nodes.tree.kind[base] ?? 0);
      const name = generic === undefined ? base : nodes.select(base, generic);
      found.push({ name: name < 0 ? ELSE : names.path(name, false).join('.'), kind: rule.kind });
    }
  }
  return found;
}

function selected(nodes: Nodes, node: number, { at, each, list, skip }: BasesRule): number[] {
  const { kind } = nodes.tree;
  const parent = nodes.select(node, at);
  if (parent < 0) return [];
  const parents = each === undefined ? [parent] : nodes.solids(parent).filter((child) => kind[child] === each);
  const bases = list ? parents.flatMap((it) => nodes.solids(it)) : parents;
  return bases.filter((base) => !skip.has(kind[base] ?? 0));
}
