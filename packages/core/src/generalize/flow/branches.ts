import { child, type SyntaxNode, subtree } from '../nodes.ts';
import type { FlowVisitor } from './flow-visitor.ts';
import { code } from './parts.ts';

export function visitBranches(flow: FlowVisitor, node: SyntaxNode): void {
  const { graph } = flow;
  const parts = code(node);
  const isPython = child(node, 'condition') === undefined && child(node, 'test') === undefined;
  const test = isPython ? parts[1] : (child(node, 'condition') ?? child(node, 'test'));
  const then = isPython ? parts[0] : (child(node, 'consequence') ?? child(node, 'consequent') ?? child(node, 'body'));
  const others = isPython
    ? parts.slice(2)
    : node.children.filter(({ field }) => field === 'alternative' || field === 'alternate');
  const after: number[] = [];
  flow.visitAll([test]);
  let before = graph.current;
  flow.visitAll([then]);
  after.push(...graph.current);
  graph.current = before;
  for (const other of others) {
    if (/^(elif_clause|else_if_clause)$/.test(other.kind)) {
      flow.visitAll([child(other, 'condition')]);
      before = graph.current;
      flow.visitAll([child(other, 'consequence') ?? child(other, 'body')]);
      after.push(...graph.current);
      graph.current = before;
    } else flow.visitAll([other]);
  }
  graph.current = [...new Set([...after, ...graph.current])];
}

export function visitSwitch(flow: FlowVisitor, node: SyntaxNode): void {
  const { graph } = flow;
  const subject = child(node, 'subject') ?? child(node, 'discriminant') ?? child(node, 'condition');
  const parts = [
    ...subtree(node, (it) => /^(case_clause|SwitchCase|case_statement|default_statement)$/.test(it.parent?.kind ?? '')),
  ];
  const cases = parts.filter(({ kind }) => /^(case_clause|SwitchCase|case_statement|default_statement)$/.test(kind));
  const isMatch = node.kind === 'match_statement';
  flow.visitAll([subject]);
  const afterIt = graph.point();
  if (!isMatch) graph.targets.push({ label: '', isLoop: node.kind === 'switch_statement', afterIt, next: afterIt });
  let untested = graph.current;
  let hasDefault = false;
  let falling: number[] = [];
  for (const it of cases) {
    const test = child(it, 'test') ?? child(it, 'value');
    graph.current = untested;
    if (isMatch) graph.maybe(() => flow.visitAll(it.children.filter(({ field }) => field !== 'consequence')));
    else flow.visitAll([test]);
    untested = graph.current;
    const isDefault = !isMatch && test === undefined;
    hasDefault ||= isDefault;
    graph.current = [...new Set([...graph.current, ...falling])];
    flow.visitAll(it.children.filter((part) => part !== test && (!isMatch || part.field === 'consequence')));
    if (isMatch) graph.link(graph.current, afterIt);
    falling = isMatch ? [] : graph.current;
  }
  graph.link(falling, afterIt);
  if (!hasDefault) graph.link(untested, afterIt);
  if (!isMatch) graph.targets.pop();
  graph.current = graph.isLed(afterIt) ? [afterIt] : [];
}
