import type { DeclarationFacts } from '#parse/facts.ts';
import type { FileEntry, FileRelations, Scan } from '#scan/model.ts';
import { signatureOf } from './signature.ts';

/** A declaration of one side with its nested declarations. */
export interface DeclarationNode {
  path: string;
  id: string;
  facts: DeclarationFacts;
  is_test: boolean;
  /** The qualified name relative to the enclosing declaration. */
  name: string;
  children: DeclarationNode[];
  parent: DeclarationNode | undefined;
}

/** The outermost declarations of a file, in order. */
export function declarationsOf(file: FileEntry, relations: Scan['relations']): DeclarationNode[] {
  const own = relations.get(file.path);
  if (file.facts === undefined || own === undefined) return [];
  return nodesOf(file.path, file.facts.declarations, own);
}

function nodesOf(path: string, declarations: readonly DeclarationFacts[], own: FileRelations): DeclarationNode[] {
  const outermost: DeclarationNode[] = [];
  const nodes: DeclarationNode[] = [];
  for (const [index, facts] of declarations.entries()) {
    const parent = nodes[facts.within];
    const node: DeclarationNode = {
      path,
      id: own.ids[index] ?? '',
      facts,
      is_test: own.is_test[index] ?? false,
      name: nameIn(parent, facts),
      children: [],
      parent,
    };
    nodes.push(node);
    (parent?.children ?? outermost).push(node);
  }
  return outermost;
}

function nameIn(parent: DeclarationNode | undefined, { qualified_name }: DeclarationFacts): string {
  const around = parent === undefined ? '' : `${parent.facts.qualified_name}.`;
  return qualified_name.startsWith(around) ? qualified_name.slice(around.length) : qualified_name;
}

/** Fingerprint of a declaration; absent for signatures and code with syntax errors. */
export function fingerprintOf({ facts }: DeclarationNode): string | undefined {
  return facts.function_body ?? facts.tree_hash;
}

/** Functions match methods; classes match interfaces and objects. */
export function categoryOf({ facts }: DeclarationNode): 'function' | 'class' {
  return facts.kind === 'function' || facts.kind === 'method' ? 'function' : 'class';
}

/** Declarations without fingerprints, such as overloads, are compared by signature. */
export function isSameContent(a: DeclarationNode, b: DeclarationNode): boolean {
  const [before, after] = [fingerprintOf(a), fingerprintOf(b)];
  if (before !== undefined || after !== undefined) return before === after;
  return signatureOf(a.facts) === signatureOf(b.facts) && a.facts.nodes === b.facts.nodes;
}

/** Number of nested declarations, at any depth. */
export function countIn({ children }: DeclarationNode): number {
  const open = [...children];
  let count = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    count++;
    for (const child of node.children) open.push(child);
  }
  return count;
}
