import { BINDS, FILE_SCOPE, type SyntaxTree, UNBOUND, WRITES } from '#parse/syntax-tree.ts';

/** A name that a scope binds, or that none binds. */
export interface Variable {
  readonly name: string;
  /** The node of its scope, the file, or nothing that is known. */
  scope: SyntaxNode | 'file' | 'unbound';
  readonly uses: SyntaxNode[];
}

/** A node of a syntax tree; the siblings of a list of ESTree are children of a node `[]`. */
export interface SyntaxNode {
  readonly kind: string;
  readonly field: string;
  /** In UTF-16 units of the source. */
  readonly start: number;
  readonly end: number;
  /** Of a leaf, in normal form; empty for an inner node. */
  readonly text: string;
  /** Empty for an inner node. */
  readonly role: string;
  readonly binds: boolean;
  readonly writes: boolean;
  readonly variable: Variable | undefined;
  readonly parent: SyntaxNode | undefined;
  readonly children: SyntaxNode[];
  /** Nodes of the subtree. */
  readonly size: number;
}

/** A leaf has none, and nothing adds to it. */
const NO_CHILDREN: SyntaxNode[] = [];

export function readTree(tree: SyntaxTree): SyntaxNode | undefined {
  const variables = tree.variables.map(({ name }): Variable => ({ name, scope: 'unbound', uses: [] }));
  const nodes: SyntaxNode[] = [];
  const open: { node: SyntaxNode; end: number }[] = [];
  for (let at = 0; at < tree.kind.length; at++) {
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= at) open.pop();
    const parent = open.at(-1)?.node;
    const flags = tree.flags[at] ?? 0;
    const variable = variables[tree.variable[at] ?? -1];
    const size = tree.size[at] ?? 1;
    const node: SyntaxNode = {
      kind: tree.names[tree.kind[at] ?? 0] ?? '',
      field: tree.names[tree.field[at] ?? 0] ?? '',
      start: tree.start[at] ?? 0,
      end: tree.end[at] ?? 0,
      text: tree.text[at] ?? '',
      role: tree.roles[tree.role[at] ?? -1] ?? '',
      binds: (flags & BINDS) !== 0,
      writes: (flags & WRITES) !== 0,
      variable,
      parent,
      children: size === 1 ? NO_CHILDREN : [],
      size,
    };
    variable?.uses.push(node);
    parent?.children.push(node);
    nodes.push(node);
    open.push({ node, end: at + size });
  }
  for (const [index, { scope }] of tree.variables.entries()) {
    const variable = variables[index];
    if (variable === undefined || scope === UNBOUND) continue;
    variable.scope = scope === FILE_SCOPE ? 'file' : (nodes[scope] ?? 'file');
  }
  return nodes[0];
}

/** The position of a node: `Parent.field`, in ESTree also of the items of a list. */
export function positionOf(node: SyntaxNode): string {
  const { parent } = node;
  if (parent === undefined) return '';
  if (parent.kind === '[]' && parent.parent !== undefined) return `${parent.parent.kind}.${parent.field}`;
  return node.field === '' ? parent.kind : `${parent.kind}.${node.field}`;
}

export function isInside(node: SyntaxNode, around: SyntaxNode): boolean {
  for (let at: SyntaxNode | undefined = node; at !== undefined; at = at.parent) if (at === around) return true;
  return false;
}

/** The nodes of a subtree in order; those in a subtree for which `skips` is true are left out. */
export function* subtree(node: SyntaxNode, skips?: (node: SyntaxNode) => boolean): Generator<SyntaxNode> {
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    const { children } = next;
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at];
      if (child !== undefined && skips?.(child) !== true) open.push(child);
    }
  }
}

export function child(node: SyntaxNode | undefined, field: string): SyntaxNode | undefined {
  return node?.children.find((it) => it.field === field);
}

/** The nearest node around a node with one of these kinds. */
export function around(node: SyntaxNode, kinds: readonly string[]): SyntaxNode | undefined {
  let at = node.parent;
  while (at !== undefined && !kinds.includes(at.kind)) at = at.parent;
  return at;
}

/** Whether a variable belongs to a function: its parameters, and what is bound inside of it. */
export function isLocal(variable: Variable, owner: SyntaxNode): boolean {
  return typeof variable.scope === 'object' && isInside(variable.scope, owner);
}
