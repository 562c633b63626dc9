import type { Nodes } from '../nodes.ts';

/** Value of a string literal, or of a template without substitutions. */
export function stringOf(nodes: Nodes, node: number): string | undefined {
  if (nodes.kind(node) === 'Literal') {
    const value = nodes.field(node, 'value');
    return value >= 0 && nodes.tree.text(value).startsWith('"') ? nodes.text(value) : undefined;
  }
  if (nodes.kind(node) !== 'TemplateLiteral') return undefined;
  const [first, ...others] = nodes.children(nodes.field(node, 'quasis'));
  if (first === undefined || others.length > 0) return undefined;
  const cooked = nodes.field(nodes.field(first, 'value'), 'cooked');
  return cooked < 0 ? undefined : nodes.text(cooked);
}
