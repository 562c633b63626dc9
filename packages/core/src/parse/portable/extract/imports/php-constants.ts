import type { Nodes } from '../nodes.ts';

/**
 * The values of constants that a file declares once, by `const` outside of classes or by `define`.
 *
 * @param stringOf the value of a string without substitutions
 * @returns nodes by name
 */
export function onlyConstants(
  nodes: Nodes,
  stringOf: (node: number) => string | undefined,
): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  const add = (name: string, value: number | undefined) => {
    values.set(name, values.has(name) || value === undefined ? -1 : value);
  };
  for (let node = 0; node < nodes.tree.count; node++) {
    const kind = nodes.kind(node);
    if (kind === 'const_element' && !isOfClass(nodes, node)) {
      const [name, value] = nodes.solids(node);
      if (name !== undefined) add(nodes.text(name), value);
    } else if (kind === 'function_call_expression') {
      if (nodes.text(nodes.field(node, 'function')).toLowerCase() !== 'define') continue;
      const [name, value] = nodes.solids(nodes.field(node, 'arguments')).map((it) => nodes.solids(it)[0]);
      const text = name === undefined ? undefined : stringOf(name);
      if (text !== undefined) add(text, value);
    }
  }
  for (const [name, value] of values) if (value < 0) values.delete(name);
  return values;
}

/** Whether `const` is in the body of a class. */
function isOfClass(nodes: Nodes, element: number): boolean {
  const declaration = nodes.tree.parent[element] ?? -1;
  return nodes.kind(nodes.tree.parent[declaration] ?? -1) === 'declaration_list';
}
