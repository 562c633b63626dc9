import { child, type SyntaxNode, subtree } from '../nodes.ts';
import type { FlowVisitor } from './flow-visitor.ts';
import { isVar, writtenBase } from './parts.ts';
import type { Access } from './steps.ts';

/** @param access of the names that the code assigns; other names in it are read */
export function visitAccess(flow: FlowVisitor, node: SyntaxNode, access: Access): void {
  const written = writtenBase(node);
  if (written !== undefined) {
    for (const it of subtree(node)) if (it.variable !== undefined && it !== written) flow.leaf(it, 'read');
    flow.leaf(written, 'update');
    return;
  }
  if (node.children.length === 0) flow.leaf(node, node.writes ? access : 'read');
  else for (const it of node.children) visitAccess(flow, it, access);
}

export function visitAssignment(flow: FlowVisitor, node: SyntaxNode): void {
  const { graph } = flow;
  const target = child(node, 'left') ?? child(node, 'name') ?? child(node, 'id');
  const value = child(node, 'right') ?? child(node, 'value') ?? child(node, 'init');
  if (target === undefined) {
    flow.visitAll(node.children);
    return;
  }
  // A declaration without a value: of `var` it assigns nothing.
  const isBare = value === undefined;
  if (isBare && (node.kind === 'assignment' || isVar(node))) return;
  const operator = child(node, 'operator');
  const sign = operator?.text || operator?.kind || '';
  const isUpdate = /^augmented/.test(node.kind) || (operator !== undefined && !/^['"]*="?$/.test(sign));
  if (isUpdate) {
    visitAccess(flow, target, 'read');
    graph.maybeIf(/\?\?|\|\||&&/.test(sign), () => {
      if (value !== undefined) flow.visit(value);
      visitAccess(flow, target, 'update');
    });
    return;
  }
  if (value !== undefined) flow.visit(value);
  visitAccess(flow, target, 'write');
}

export function visitPartly(flow: FlowVisitor, { children }: SyntaxNode): void {
  const { graph } = flow;
  const [first, ...rest] = children;
  flow.visitAll([first]);
  graph.maybe(() => flow.visitAll(rest));
}
