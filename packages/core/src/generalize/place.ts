import type { DraftRules } from '#languages/draft-rules.ts';
import type { Copy } from './copy.ts';
import { around, isInside, type SyntaxNode, subtree, type Variable } from './nodes.ts';

/** Where the function is written. */
export interface Place {
  /** `member`: a method of the class of all copies. */
  form: 'function' | 'member';
  /** The copy in whose file it is, next to which it is. */
  host: Copy;
  /** Function, class or file that contains the new function. */
  container: SyntaxNode;
  isStatic: boolean;
}

/** @returns the place in one file; undefined if copies contain each other */
export function placeIn(
  copies: readonly Copy[],
  host: Copy,
  usesReceiver: boolean,
  rules: DraftRules,
): Place | undefined {
  const here = copies.filter(({ file }) => file === host.file);
  if (here.some((one) => here.some((other) => one !== other && isWithin(one, other)))) return undefined;
  const { owner } = host;
  const isShared =
    owner !== undefined && copies.every((copy) => copy.owner === owner && copy.isStatic === host.isStatic);
  const isPhpMember = host.file.language === 'php' && owner !== undefined;
  if (
    isShared &&
    (usesReceiver || isPhpMember) &&
    (host.file.language !== 'python' || copies.every(({ receiver }) => receiver !== undefined))
  ) {
    return { form: 'member', host, container: owner, isStatic: host.isStatic };
  }
  if (isPhpMember) return undefined;
  const functions = [...rules.functions, ...rules.own_functions, ...rules.inner_functions];
  let container = around(host.node, functions);
  while (container !== undefined && !here.every(({ node }) => isInside(node, container ?? node)))
    container = around(container, functions);
  if (here.length < copies.length) container = undefined;
  return { form: 'function', host, container: blockOf(container) ?? host.file.root, isStatic: false };
}

function isWithin(one: Copy, other: Copy): boolean {
  return one.block === undefined ? isInside(one.node, other.node) : one.from < other.to && other.from < one.to;
}

/** A function can only contain another one in a block. */
function blockOf(container: SyntaxNode | undefined): SyntaxNode | undefined {
  let at = container;
  while (at !== undefined) {
    const body = at.children.find(({ field }) => field === 'body');
    if (body !== undefined && /block|Block/.test(body.kind)) return at;
    at = at.parent;
    while (at !== undefined && !/[Ff]unction|lambda/.test(at.kind)) at = at.parent;
  }
  return undefined;
}

/** The statement of the container that contains a copy. */
export function statementIn(container: SyntaxNode, node: SyntaxNode): SyntaxNode {
  let at = node;
  const body = container.children.find(({ field }) => field === 'body');
  const isList = (it: SyntaxNode | undefined) =>
    it === container || it === body || (it?.kind === '[]' && (it.parent === container || it.parent === body));
  while (at.parent !== undefined && !isList(at.parent)) at = at.parent;
  return at;
}

/** Whether code in the container sees a variable. */
export function isVisible(variable: Variable, container: SyntaxNode): boolean {
  return typeof variable.scope !== 'object' || isInside(container, variable.scope);
}

/** `this` of JavaScript that is the receiver of the copy itself. */
export function ownThis(copy: Copy, rules: DraftRules): SyntaxNode[] {
  const isArrow = rules.inner_functions.includes(copy.node.kind);
  return subtree(copy.body).filter((node) => {
    if (node.kind !== 'ThisExpression') return false;
    const owner = around(node, [...rules.own_functions, ...rules.classes]);
    return isArrow ? owner === undefined || !isInside(owner, copy.body) : owner === copy.node;
  });
}
