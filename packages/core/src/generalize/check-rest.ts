import { type SyntaxNode, subtree } from './nodes.ts';
import type { SourceFile } from './source-file.ts';

export const EXPORT = 'ExportNamedDeclaration';
const IMPORTS: ReadonlySet<string> = new Set(['import_from_statement', 'ImportDeclaration']);

/** The new function, or an import of it. */
function isAdded(node: SyntaxNode, written: SyntaxNode, name: string): boolean {
  if (node === written) return true;
  const { kind } = node;
  if (kind === EXPORT || kind === 'MethodDefinition') return node.children.includes(written);
  return IMPORTS.has(kind) && subtree(node).some(({ text }) => text === name);
}

/** Nodes that only one of two trees has. */
interface Skipped {
  omitted: ReadonlySet<SyntaxNode>;
  isNew: (node: SyntaxNode) => boolean;
  /** All nodes around skipped ones and around bodies. */
  around: ReadonlySet<SyntaxNode>;
}

export function skippedIn(
  now: SourceFile,
  written: SyntaxNode,
  name: string,
  omitted: ReadonlySet<SyntaxNode>,
  bodies: ReadonlyMap<SyntaxNode, SyntaxNode>,
): Skipped {
  const isNew = (node: SyntaxNode) => isAdded(node, written, name);
  const added = [...now.tree.nodesOf(IMPORTS)].filter(isNew);
  const around = new Set<SyntaxNode>();
  for (const node of [...omitted, ...bodies.keys(), ...bodies.values(), ...added, written]) {
    for (let at: SyntaxNode | undefined = node; at !== undefined && !around.has(at); at = at.parent) around.add(at);
  }
  return { omitted, isNew, around };
}

export function isRestEqual(
  before: SyntaxNode,
  now: SyntaxNode,
  bodies: ReadonlyMap<SyntaxNode, SyntaxNode>,
  skipped: Skipped,
): boolean {
  if (bodies.has(before)) return bodies.get(before) === now;
  if (!skipped.around.has(before) && !skipped.around.has(now)) return before.isSpelledAs(now);
  if (before.kind !== now.kind || before.text !== now.text || before.field !== now.field) return false;
  const rest = now.children;
  let at = 0;
  const isNew = () => {
    const it = rest[at];
    return it !== undefined && skipped.isNew(it);
  };
  for (const it of before.children) {
    if (skipped.omitted.has(it)) continue;
    while (isNew()) at++;
    const other = rest[at++];
    if (other === undefined || !isRestEqual(it, other, bodies, skipped)) return false;
  }
  while (isNew()) at++;
  return at === rest.length;
}
