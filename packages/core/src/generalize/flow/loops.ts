import { child, type SyntaxNode } from '../nodes.ts';
import { visitAccess } from './assignments.ts';
import type { FlowVisitor } from './flow-visitor.ts';
import { code, partOf, textOf } from './parts.ts';

export function visitLoop(flow: FlowVisitor, node: SyntaxNode): void {
  const { graph } = flow;
  const label = graph.label;
  graph.label = '';
  const { kind } = node;
  const parts = code(node);
  const afterIt = graph.point();
  const body = child(node, 'body') ?? (kind === 'foreach_statement' ? parts.at(-1) : undefined);
  const isForeach = kind === 'foreach_statement';
  const over = isForeach ? parts[0] : child(node, 'right');
  const target = isForeach ? parts[1] : over === undefined ? undefined : child(node, 'left');
  const test = child(node, 'condition') ?? child(node, 'test');
  const step = child(node, 'update');
  flow.visitAll([child(node, 'init'), child(node, 'initialize')]);
  if (over !== undefined) {
    if (over.children.length === 0) flow.leaf(over, 'read');
    else flow.visitAll([over]);
  }
  const head = graph.point();
  const isTested = step !== undefined || /^(DoWhileStatement|do_statement)$/.test(kind);
  const again = isTested ? graph.point() : head;
  graph.targets.push({ label, isLoop: true, afterIt, next: again });
  graph.join(head);
  if (/^(DoWhileStatement|do_statement)$/.test(kind)) {
    flow.visitAll([body]);
    graph.join(again);
    flow.visitAll([test]);
    graph.link(graph.current, head);
  } else {
    flow.visitAll([test]);
    const out = test !== undefined && /^(true|1|"1"|"true")$/i.test(textOf(test, flow.source)) ? [] : graph.current;
    if (target !== undefined) visitAccess(flow, target, 'write');
    flow.visitAll([body]);
    if (again !== head) {
      graph.join(again);
      flow.visitAll([step]);
    }
    graph.link(graph.current, head);
    graph.current = test === undefined && over === undefined ? [] : out;
  }
  graph.targets.pop();
  flow.visitAll([child(node, 'alternative')]);
  graph.join(afterIt);
  graph.current = graph.isLed(afterIt) ? [afterIt] : [];
}

export function visitLabeled(flow: FlowVisitor, node: SyntaxNode): void {
  const { graph } = flow;
  const label = child(node, 'label');
  const body = child(node, 'body');
  graph.label = label === undefined ? '' : textOf(label, flow.source);
  if (body !== undefined && partOf(body.kind) === 'loop') {
    flow.visitAll([body]);
    return;
  }
  const afterIt = graph.point();
  graph.targets.push({ label: graph.label, isLoop: false, afterIt, next: undefined });
  graph.label = '';
  flow.visitAll([body]);
  graph.targets.pop();
  graph.join(afterIt);
}

export function visitJump(flow: FlowVisitor, node: SyntaxNode): void {
  const { graph } = flow;
  const isContinue = /^continue/i.test(node.kind);
  const label = child(node, 'label');
  const name = label === undefined ? '' : textOf(label, flow.source);
  const levels = Number(node.children.find(({ kind }) => kind === 'integer')?.text ?? '1');
  const fitting = graph.targets.filter((it) =>
    name === '' ? it.isLoop || (!isContinue && it.label === '') : it.label === name,
  );
  const target = fitting.at(-levels);
  const to = isContinue ? target?.next : target?.afterIt;
  const isOut = to === undefined || (flow.isInRun && (target?.afterIt ?? 0) < flow.start);
  if (flow.isInRun && isOut) flow.jumps.push(node);
  if (to !== undefined) graph.link(graph.current, to);
  for (const { entry } of graph.finals.slice(-1)) graph.link(graph.current, entry);
  graph.current = [];
}
