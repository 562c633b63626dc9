import type { DeclarationFacts } from '#parse/facts.ts';
import type { FileEntry, FileRelations, Scan } from '#scan/model.ts';
import { signatureOf } from './signature.ts';

/** A declaration of one side with what is in it. */
export interface DeclarationNode {
  path: string;
  id: string;
  facts: DeclarationFacts;
  is_test: boolean;
  /** Its name as its scope sees it: the qualified one without that of the declaration around it. */
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

/** What identifies the content of a declaration; absent for signatures and where there is a syntax error. */
export function printOf({ facts }: DeclarationNode): string | undefined {
  return facts.function_body ?? facts.tree_hash;
}

/** Functions and methods are matched with each other, and so are classes and the like. */
export function sortOf({ facts }: DeclarationNode): 'function' | 'class' {
  return facts.kind === 'function' || facts.kind === 'method' ? 'function' : 'class';
}

/** Without fingerprints, as overloads are, what is written has to do. */
export function isSameContent(a: DeclarationNode, b: DeclarationNode): boolean {
  const [before, after] = [printOf(a), printOf(b)];
  if (before !== undefined || after !== undefined) return before === after;
  return signatureOf(a.facts) === signatureOf(b.facts) && a.facts.nodes === b.facts.nodes;
}

/** How many declarations are in one, at any depth. */
export function countIn({ children }: DeclarationNode): number {
  const open = [...children];
  let count = 0;
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    count++;
    for (const child of node.children) open.push(child);
  }
  return count;
}
