import { BINDS, FILE_SCOPE, type SyntaxTree, UNBOUND, WRITES } from './syntax-tree.ts';

/** A tree as lines: `field:kind`, of a leaf its text and role, of a name what it does and its scope. */
export function treeLines({ names, roles, texts, nodes, variables }: SyntaxTree, source: string): string[] {
  const scopes = new Map([
    [UNBOUND, 'unbound'],
    [FILE_SCOPE, 'file'],
  ]);
  const ends: number[] = [];
  return Array.from(nodes.kind, (kind, at) => {
    while ((ends.at(-1) ?? Number.POSITIVE_INFINITY) <= at) ends.pop();
    const indent = '  '.repeat(ends.length);
    ends.push(at + (nodes.size[at] ?? 1));
    const field = names[nodes.field[at] ?? 0];
    const head = `${indent}${field === '' ? '' : `${field}:`}${names[kind]}`;
    const role = roles[nodes.role[at] ?? -1];
    if (role === undefined) return head;
    const text = texts[nodes.text[at] ?? 0] ?? '';
    const written = source.slice(nodes.start[at], nodes.end[at]);
    const flags = nodes.flags[at] ?? 0;
    const effects = `${(flags & BINDS) === 0 ? '' : ' binds'}${(flags & WRITES) === 0 ? '' : ' writes'}`;
    const scope = variables.scope[nodes.variable[at] ?? -1];
    const its = scope === undefined ? '' : ` of ${scopes.get(scope) ?? names[nodes.kind[scope] ?? 0]}`;
    return `${head} ${text}${written === text ? '' : ` from ${written}`} ${role}${effects}${its}`;
  });
}
