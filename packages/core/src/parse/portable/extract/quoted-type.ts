import type { Nodes } from './nodes.ts';
import type { QuotedRule } from './reference-rules.ts';

const DOTTED_NAME = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,2}$/;

/** The parts of a name that is written as a string because it is a type: `x: "Box"`, `x: Optional["lib.Box"]`. */
export function quotedType(nodes: Nodes, quoted: QuotedRule | undefined, content: number): string[] | undefined {
  const { kind, parent } = nodes.tree;
  if (quoted === undefined || kind[content] !== quoted.kind) return undefined;
  const string = parent[content] ?? -1;
  const type = parent[string] ?? -1;
  if (type < 0 || kind[type] !== quoted.within) return undefined;
  const name = nodes.text(content);
  if (!DOTTED_NAME.test(name)) return undefined;
  // Neither the string of another prefix nor a part of one.
  const written = nodes.text(string);
  if (written !== `"${name}"` && written !== `'${name}'`) return undefined;
  const generic = parent[parent[type] ?? -1] ?? -1;
  const first = generic < 0 ? -1 : (nodes.solids(generic)[0] ?? -1);
  return first >= 0 && quoted.except.has(nodes.text(first)) ? undefined : name.split('.');
}
