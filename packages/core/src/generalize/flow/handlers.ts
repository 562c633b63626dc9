import { child, type SyntaxNode, subtree } from '../nodes.ts';
import { visitAccess } from './assignments.ts';
import type { FlowVisitor } from './flow-visitor.ts';
import { visitJump } from './loops.ts';
import { code, textOf } from './parts.ts';

const SWALLOWS = /suppress|raises|ignor/i;

export function visitTry(flow: FlowVisitor, node: SyntaxNode): void {
  const { graph } = flow;
  const parts = code(node);
  const body = child(node, 'body') ?? child(node, 'block');
  const handlers = parts.filter(({ kind }) =>
    /^(except_clause|except_group_clause|catch_clause|CatchClause)$/.test(kind),
  );
  const otherwise = parts.find(({ kind }) => kind === 'else_clause');
  const finalizer = parts.find(({ kind, field }) => kind === 'finally_clause' || field === 'finalizer');
  const final = finalizer === undefined ? undefined : { entry: graph.point(), isReturned: false };
  if (final !== undefined) {
    graph.finals.push(final);
    graph.handlers.push(final.entry);
  }
  const entry = handlers.length > 0 ? graph.point() : undefined;
  if (entry !== undefined) graph.handlers.push(entry);
  graph.join(graph.point());
  flow.visitAll([body]);
  if (graph.current.length > 0) graph.join(graph.point());
  if (entry !== undefined) graph.handlers.pop();
  flow.visitAll([otherwise]);
  const after = [...graph.current];
  for (const handler of handlers) {
    graph.current = entry === undefined ? [] : [entry];
    for (const it of handler.children) visitHandled(flow, it);
    for (const it of subtree(handler, (part) => /block|Block|compound/.test(part.kind)))
      if (it.writes && it.variable !== undefined && /^except/.test(handler.kind)) flow.leaf(it, 'unbind');
    after.push(...graph.current);
  }
  graph.current = after;
  if (final === undefined) return;
  graph.handlers.pop();
  graph.finals.pop();
  const isReached = graph.current.length > 0;
  graph.join(final.entry);
  flow.visitAll([finalizer]);
  if (final.isReturned) graph.finish(graph.current);
  if (!isReached) graph.current = [];
}

function visitHandled(flow: FlowVisitor, node: SyntaxNode): void {
  if (/block|Block|compound/.test(node.kind)) flow.visit(node);
  else visitAccess(flow, node, 'write');
}

export function visitWith(flow: FlowVisitor, node: SyntaxNode): void {
  const { graph } = flow;
  const clause = node.children.find(({ kind }) => kind === 'with_clause');
  flow.visitAll([clause]);
  const body = child(node, 'body');
  if (clause === undefined || !SWALLOWS.test(textOf(clause, flow.source))) {
    flow.visitAll([body]);
    return;
  }
  const entry = graph.point();
  graph.handlers.push(entry);
  graph.maybe(() => flow.visitAll([body]));
  graph.handlers.pop();
  graph.join(entry);
}

export function visitReturn(flow: FlowVisitor, node: SyntaxNode): void {
  const { graph } = flow;
  flow.visitAll(node.children);
  if (flow.isInRun) flow.returns.push(node);
  graph.finish(graph.current);
  graph.current = [];
}

export function visitThrow(flow: FlowVisitor, node: SyntaxNode): void {
  const { graph } = flow;
  flow.visitAll(node.children);
  graph.join(graph.point());
  graph.current = [];
}

export function visitExit(flow: FlowVisitor, node: SyntaxNode): void {
  if (/^return/i.test(node.kind)) visitReturn(flow, node);
  else if (/^(break|continue)/i.test(node.kind)) visitJump(flow, node);
  else visitThrow(flow, node);
}
